/** Calls what the program gave. Whoever gave it answers for it: what it throws, or rejects with later, ends here. */
export function notify(call: () => unknown): void {
  try {
    const returned = call()
    // A listener may be an async function: its rejection would end the whole host.
    if (returned instanceof Promise) returned.catch(() => {})
  } catch {
    // It runs inside a reader or a state change, which must not fail for it.
  }
}
