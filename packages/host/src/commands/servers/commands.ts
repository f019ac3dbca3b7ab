import { aboutOne, aboutOneOrAll, type Answer, type ManagedHarness, plain, type PromptCommand } from './command.js'
import { stateLine } from '../../output/state-line.js'
import { table } from '../../output/table.js'
import { knownServer, serverNamed } from '../known-server.js'
import { status } from '../status.js'
import { describeTools, groupTools } from '../tools.js'

/** What ends the prompt. */
export const QUIT = 'quit'

/** What can be typed at the prompt, by its first word. */
export const COMMANDS: ReadonlyMap<string, PromptCommand> = new Map([
  ['status', plain('status', 'show the state of every server', statusNow)],
  [
    'connect',
    aboutOne('connect NAME', 'connect a server, a disabled one too', async (harness, name) => {
      await harness.origin.connect(name)
      return ready(harness, name)
    }),
  ],
  [
    'disconnect',
    aboutOne('disconnect NAME', 'end a server; nothing but a command brings it back', async (harness, name) => {
      await harness.origin.disconnect(name)
      return stateOf(harness, name)
    }),
  ],
  [
    'reconnect',
    aboutOne('reconnect NAME', 'connect a server anew, now', async (harness, name) => {
      await harness.origin.reconnect(name)
      return ready(harness, name)
    }),
  ],
  [
    'enable',
    aboutOne('enable NAME', 'turn a server on, and connect it', async (harness, name) => {
      await harness.origin.setEnabled(name, true)
      return ready(harness, name)
    }),
  ],
  [
    'disable',
    aboutOne('disable NAME', 'turn a server off, and end it', async (harness, name) => {
      await harness.origin.setEnabled(name, false)
      return stateOf(harness, name)
    }),
  ],
  ['tools', aboutOneOrAll('tools [NAME]', 'list the tools of one server or of all, as the model sees them', toolsOf)],
  ['help', plain('help', 'show this', help)],
  [QUIT, plain(QUIT, 'end every server, and the prompt', async () => ({ json: {}, text: () => '' }))],
])

/** Whether every server is ready is no question here: a person may have ended one. */
async function statusNow(harness: ManagedHarness): Promise<Answer> {
  const { text } = await status(harness)
  const servers = harness.servers().map((server) => server.snapshot())
  return { json: { servers, failedEntries: await harness.origin.failedEntries() }, text }
}

function ready(harness: ManagedHarness, name: string): Answer {
  return stateOf(harness, knownServer(harness, name))
}

function stateOf(harness: ManagedHarness, name: string): Answer {
  const snapshot = serverNamed(harness, name).snapshot()
  return { json: { snapshot }, text: () => stateLine(snapshot) }
}

async function toolsOf(harness: ManagedHarness, name: string | undefined): Promise<Answer> {
  const groups = groupTools(harness)
  return describeTools(name === undefined ? groups : groups.filter(({ server }) => server === name))
}

async function help(): Promise<Answer> {
  const commands = [...COMMANDS.values()].map(({ usage, explains }) => ({ usage, explains }))
  return {
    json: { commands },
    text: (screen) =>
      table(
        HELP_COLUMNS,
        commands.map(({ usage, explains }) => [usage, explains]),
        screen,
      ),
  }
}

const HELP_COLUMNS = [{ head: 'Command' }, { head: 'What it does', wraps: true }] as const
