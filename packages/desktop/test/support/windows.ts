import { eventually } from '@harness-mcp/lab'

/** A window as the driver names it in the arguments of its tools. */
export interface WindowId {
  readonly pid: number
  readonly window_id: number
}

export interface ListedWindow extends WindowId {
  readonly title: string
}

/** The windows in a canonical value or an outcome's value of `list_windows`. */
export function windowsIn(value: unknown): ListedWindow[] {
  const { structuredContent } = Object(value)
  return Object(structuredContent).windows ?? []
}

/** Waits until a window has this title, which is how a typed line shows itself. */
export function windowTitled(title: string, list: () => Promise<object>): Promise<WindowId> {
  return eventually(`a window with the title "${title}"`, async () => {
    const found = windowsIn(Object(await list()).value).find((window) => window.title === title)
    return found && { pid: found.pid, window_id: found.window_id }
  })
}
