import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Desktop, type DesktopConfig, type DesktopOptions, openDesktop } from '../src/index.js'
import { type Display, openDisplay, withoutDisplay } from './support/display.js'
import { displaySuite, driverSuite } from './support/environment.js'
import { type WindowId, windowsIn, windowTitled } from './support/windows.js'

async function open(config: DesktopConfig = {}, options: DesktopOptions = {}): Promise<Desktop> {
  const desktop = await openDesktop({ prefix: 'd', ...config }, options)
  onTestFinished(() => desktop.close())
  return desktop
}

/** A call that the driver works on for as long as it is told to: it waits for an open window to be gone. */
const waiting = (window: WindowId, timeout_ms: number): object => ({
  ...window,
  timeout_ms,
  expect: [{ window: { exists: false } }],
})

it('a wrong configuration is refused before the driver is loaded', async () => {
  // @ts-expect-error That it is an error for the compiler too is part of the promise.
  await expect(openDesktop({ tool: {} })).rejects.toMatchObject({ code: 'invalid-config' })
})

describe.skipIf(driverSuite.isMissing)(`a desktop without a display${driverSuite.note}`, () => {
  withoutDisplay()

  it('lists its tools, the same frozen array each time', async () => {
    const desktop = await openDesktop()
    const tools = desktop.tools()
    expect(tools.map(({ name }) => name)).toContain('cua_driver_native__get_desktop_state')
    expect([Object.isFrozen(tools), desktop.tools() === tools]).toEqual([true, true])
    await desktop.close()
  })

  it('offers what is allowed and not denied', async () => {
    const desktop = await open({ tools: { allow: ['get_*_state', 'click'], deny: ['*browser*', 'get_session_state'] } })
    expect(
      desktop
        .tools()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'd__click',
      'd__get_agent_cursor_state',
      'd__get_desktop_state',
      'd__get_recording_state',
      'd__get_window_state',
    ])
    expect(await desktop.call('d__list_windows', {})).toMatchObject({ isError: true, code: 'unknown-tool' })
  })

  it('says in words why there is no screenshot', async () => {
    const outcome = await (await open()).call('d__get_desktop_state', {})
    expect(outcome).toMatchObject({ isError: true, code: 'tool-error', content: [{ type: 'text' }] })
    expect(outcome.content[0]).toMatchObject({ text: expect.stringContaining('no usable display detected') })
  })

  it.each([
    ['an unknown name', 'd__clik', {}, 'unknown-tool', 'desktop: there is no tool "d__clik"'],
    ['a raw name', 'click', {}, 'unknown-tool', 'desktop: there is no tool "click"'],
    ['a missing argument', 'd__type_text', {}, 'tool-error', 'Missing required string field: text'],
    ['arguments that are no object', 'd__type_text', 7, 'tool-error', 'Missing required string field: text'],
    [
      'malformed JSON',
      'd__click',
      '{"x":}',
      'protocol',
      'desktop: click: the arguments are not valid JSON: unexpected "}" at position 5',
    ],
    [
      'half a character',
      'd__type_text',
      { text: '\ud800' },
      'protocol',
      expect.stringMatching(/^desktop: the driver refused the call: /),
    ],
  ])('refuses %s with a sentence', async (_case, name, args, code, text) => {
    expect(await (await open()).call(name, args)).toMatchObject({
      isError: true,
      code,
      content: [{ type: 'text', text }],
    })
  })

  it('takes arguments as JSON, as models write them', async () => {
    const outcome = await (await open()).call('d__list_windows', '{}')
    expect(outcome).toMatchObject({ isError: false, value: { structuredContent: { windows: [] } } })
  })

  it('cuts what the model reads, and nothing else', async () => {
    const outcome = await (await open({ maxModelBytes: 5 })).call('d__list_windows', {})
    expect(outcome.content).toEqual([
      { type: 'text', text: expect.stringMatching(/^Found\n\[\d+ bytes of text are not/) },
    ])
    expect(outcome.value?.content).toEqual([{ type: 'text', text: 'Found 0 windows:' }])
  })

  it('is closed once, and refuses calls afterwards', async () => {
    const desktop = await open()
    await Promise.all([desktop.close(), desktop.close()])
    expect(await desktop.call('d__list_windows', {})).toEqual({
      isError: true,
      code: 'not-connected',
      content: [{ type: 'text', text: 'desktop: it is closed' }],
    })
  })

  it('does not end another one', async () => {
    const first = await open()
    const second = await open()
    await first.close()
    expect(await second.call('d__list_windows', {})).toMatchObject({ isError: false })
  })
})

describe.skipIf(displaySuite.isMissing)(`a desktop with a window${displaySuite.note}`, () => {
  let display: Display
  let terminals = 0

  beforeAll(async () => {
    display = await openDisplay()
  })

  afterAll(() => display.close())

  /** A new terminal, known by its title. */
  async function openTerminal(desktop: Desktop): Promise<WindowId> {
    terminals += 1
    display.openTerminal(`terminal ${terminals}`)
    return windowTitled(`terminal ${terminals}`, () => desktop.call('d__list_windows', {}))
  }

  it('shows the whole screen: an image, then text', async () => {
    const { content, value } = await (await open()).call('d__get_desktop_state', {})
    expect(content).toEqual([
      { type: 'image', mediaType: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo/) },
      { type: 'text', text: expect.stringContaining('Desktop screenshot 1024x768') },
    ])
    expect(value).toMatchObject({ structuredContent: { screen_width: 1024, screen_height: 768 } })
  })

  it('shows a window: text, then an image', async () => {
    const desktop = await open()
    const { content } = await desktop.call('d__get_window_state', await openTerminal(desktop))
    expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'text'])
    expect(content[0]).toMatchObject({ text: expect.stringContaining(`window "terminal ${terminals}"`) })
  })

  it('names an image in words for a model that takes none', async () => {
    const { content } = await (await open({}, { images: false })).call('d__get_desktop_state', {})
    expect(content).toEqual([
      { type: 'text', text: expect.stringMatching(/^\[an image of type image\/png .* is not shown/) },
    ])
  })

  it('types, and what was typed is there', async () => {
    const desktop = await open()
    const window = await openTerminal(desktop)
    const before = await desktop.call('d__get_window_state', window)
    expect(await desktop.call('d__type_text', { ...window, text: 'typed by a test\n' })).toMatchObject({
      isError: false,
    })
    // The terminal makes a line that it reads the title of its window.
    expect(await windowTitled('typed by a test', () => desktop.call('d__list_windows', {}))).toEqual(window)
    const after = await desktop.call('d__get_window_state', window)
    expect(after.content[0]).toMatchObject({ text: expect.stringContaining('window "typed by a test"') })
    expect(after.content[1]).not.toEqual(before.content[1])
  })

  it('passes on what the driver refuses', async () => {
    const outcome = await (await open()).call('d__kill_app', { pid: 1 })
    expect(outcome).toMatchObject({
      isError: true,
      code: 'tool-error',
      content: [{ type: 'text', text: expect.stringContaining('may terminate only a process') }],
      value: { structuredContent: { status: 'refused' } },
    })
  })

  it('does not fail a call for a result that breaks what the driver declares of it', async () => {
    const outcome = await (await open()).call('d__get_agent_cursor_state', {})
    expect(outcome).toMatchObject({ isError: false, value: { structuredContent: { position: null } } })
  })

  it('runs calls side by side', async () => {
    const desktop = await open()
    const window = await openTerminal(desktop)
    const order: string[] = []
    await Promise.all([
      desktop.call('d__verify_state', waiting(window, 1_000)).then(() => order.push('the long one')),
      desktop.call('d__get_screen_size', {}).then(() => order.push('the short one')),
    ])
    expect(order).toEqual(['the short one', 'the long one'])
  })

  it('stops in the driver what is cancelled', async () => {
    const [cancelling, other] = [await open(), await open()]
    const window = await openTerminal(other)
    const controller = new AbortController()
    const cancelled = cancelling.call('d__verify_state', waiting(window, 10_000), { signal: controller.signal })
    const order: string[] = []
    const shorter = other.call('d__verify_state', waiting(window, 2_000)).then(() => order.push('2 s are over'))
    await cancelling.call('d__get_screen_size', {})
    controller.abort('enough')
    await expect(cancelled).rejects.toMatchObject({ code: 'aborted', cause: 'enough' })
    // The driver ends when its last call has: were the long one still running, it would take the longer of the two.
    await cancelling.close()
    order.push('closed')
    await shorter
    expect(order).toEqual(['closed', '2 s are over'])
    expect(windowsIn((await other.call('d__list_windows', {})).value).length).toBeGreaterThan(0)
  })

  it('can be closed during a call, whose caller is told that nobody knows how it ended', async () => {
    const desktop = await open()
    const window = await openTerminal(desktop)
    const order: string[] = []
    const running = desktop.call('d__verify_state', waiting(window, 10_000)).then((outcome) => {
      order.push('the call has ended')
      return outcome
    })
    await desktop.call('d__get_screen_size', {})
    await desktop.close()
    order.push('closed')
    expect(await running).toEqual({
      isError: true,
      code: 'outcome-unknown',
      content: [
        { type: 'text', text: 'desktop: it was closed during the call of "verify_state"; the outcome is unknown' },
      ],
    })
    expect(order).toEqual(['the call has ended', 'closed'])
  })
})
