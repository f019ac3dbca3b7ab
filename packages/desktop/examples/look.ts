import { openDesktop } from '@harness-mcp/desktop'

const desktop = await openDesktop({ tools: { allow: ['list_windows', 'get_desktop_state', 'click', 'type_text'] } })
try {
  console.log(desktop.tools().map(({ name }) => name)) // with description and inputSchema, what you declare to the model

  const screen = await desktop.call('cua_driver_native__get_desktop_state', {})
  console.log(screen.isError) // true where there is no display; then the text says so
  console.log(screen.content.map(({ type }) => type)) // an image, then text

  const { signal } = new AbortController() // cancels the call, in the driver too
  const windows = await desktop.call('cua_driver_native__list_windows', {}, { signal })
  console.log(windows.value?.structuredContent) // { windows: [{ window_id, pid, title, x, y, width, height, … }] }
} finally {
  await desktop.close()
}
