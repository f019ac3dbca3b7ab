import { plainLine } from '@harness-mcp/result-adapter'

import { failed } from '../host-error.js'
import { desktopWith } from '../harness/composition.js'
import type { Harness } from '../harness/harness.js'
import type { Report } from '../output/report.js'
import { type Column, table } from '../output/table.js'
import type { Screen } from '../output/terminal.js'
import { reportOf, withMounted } from '../run.js'
import type { Run } from '../settings.js'

const SCREENSHOT = 'get_desktop_state'
const WINDOWS = 'list_windows'
const PREFIX = 'cua_driver_native__'

/** Takes a picture of the desktop and lists its windows, as a model would. Needs no configuration. */
export async function desktop(run: Run): Promise<number> {
  const report = await withMounted(desktopWith(SCREENSHOT, WINDOWS), run, async (harness) => look(harness, run))
  return reportOf(report, run)
}

async function look(harness: Harness, { signal }: Run): Promise<Report> {
  const screenshot = await takeScreenshot(harness, signal)
  const windows = await listWindows(harness, signal)
  return { ok: true, json: { screenshot, windows }, text: (screen) => describe(screenshot, windows, screen) }
}

interface Screenshot {
  readonly path: string
  readonly mediaType: string
  readonly width: number
  readonly height: number
  readonly bytes: number
}

async function takeScreenshot(harness: Harness, signal: AbortSignal): Promise<Screenshot> {
  const result = await harness.execute(`${PREFIX}${SCREENSHOT}`, {}, signal)
  if (result.isError) throw failed(`The desktop cannot be seen. ${plainLine(result.error.message, REASON_BYTES)}`)
  const image = result.content.find((block) => block.type === 'image')
  if (image !== undefined) {
    const { mediaType, width, height, bytes } = image.attachment
    return { path: harness.pathOf(image.attachment), mediaType, width, height, bytes }
  }
  // The attachment service has limits, which a large screen exceeds; the line in the place of the image says which.
  const [first] = result.content.flatMap((block) => (block.type === 'text' ? block.text.split('\n') : []))
  const reason = plainLine(first ?? '', REASON_BYTES)
  throw failed(`The screenshot cannot be stored. ${reason}${/pixel limit/.test(reason) ? SMALLER : ''}`)
}

const SMALLER =
  ' Set the screen to 2,000 pixels a side at most. A harness of your own can raise maxImageDimension of its attachment store instead.'

const REASON_BYTES = 1_024

async function listWindows(harness: Harness, signal: AbortSignal): Promise<readonly object[]> {
  const result = await harness.execute(`${PREFIX}${WINDOWS}`, {}, signal)
  if (result.isError) throw failed(`The windows cannot be listed. ${plainLine(result.error.message, REASON_BYTES)}`)
  const { structuredContent } = fields(result.value)
  const { windows } = fields(structuredContent)
  return Array.isArray(windows) ? windows.map(fields) : []
}

function describe({ path, ...image }: Screenshot, windows: readonly object[], screen: Screen): string {
  const { mediaType, width, height, bytes } = image
  const screenshot = `${mediaType}, ${width}×${height} pixels, ${bytes} bytes, stored as ${path}`
  if (windows.length === 0) return `${screenshot}\nno windows`
  return `${screenshot}\n${table(COLUMNS, windows.map(row), screen)}`
}

const COLUMNS: readonly Column[] = [
  { head: 'Window', align: 'right' },
  { head: 'Process', align: 'right' },
  { head: 'Application' },
  { head: 'Position' },
  { head: 'Title', wraps: true },
]

function row(window: object): string[] {
  const { window_id, pid, app_name, x, y, width, height, title } = fields(window)
  const position = `${cell(width)}×${cell(height)} at ${cell(x)}, ${cell(y)}`
  return [cell(window_id), cell(pid), cell(app_name), position, cell(title)]
}

/** What an application calls itself is data. */
function cell(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? plainLine(String(value), 240) : ''
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
