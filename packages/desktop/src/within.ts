/** Waits for `work`, but no longer than `ms`. Tells whether it was done; rejects when it did. */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let expire: NodeJS.Timeout | undefined
  const expired = new Promise<false>((resolve) => {
    expire = setTimeout(resolve, ms, false)
  })
  try {
    return await Promise.race([work.then(() => true), expired])
  } finally {
    clearTimeout(expire)
  }
}
