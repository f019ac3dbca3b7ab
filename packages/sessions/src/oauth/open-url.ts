/** Opens a URL in the browser of the person at this machine. */
export async function openInBrowser(url: string): Promise<void> {
  const { default: open } = await import('open')
  const browser = await open(url)
  // It outlives this process, and may fail to start after all.
  browser.on('error', () => {})
  browser.unref()
}
