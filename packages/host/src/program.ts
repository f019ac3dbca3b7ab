import { Command, Option } from 'commander'

import { call } from './commands/call.js'
import { desktop } from './commands/desktop.js'
import { resources, templates } from './commands/documents.js'
import { prompt } from './commands/prompt.js'
import { read } from './commands/read.js'
import { manageServers } from './commands/servers/manage.js'
import { status } from './commands/status.js'
import { tools } from './commands/tools.js'
import { watchStatus } from './commands/watch.js'
import { runVerb, type Verb, withHarness } from './run.js'
import type { Run } from './settings.js'
import { version } from './version.js'

/** The options that every command takes, as they are typed. */
export interface Options {
  readonly config: string
  readonly mcpConfig?: string
  readonly expandEnv: boolean
  readonly data?: string
  readonly json: boolean
  readonly color: boolean
}

/** The work of one command. Resolves to the exit code. */
export type Action = (run: Run) => Promise<number>

/** The command line. `choose` gets the work of the command that was typed. */
export function createProgram(choose: (action: Action, options: Options) => Promise<void>): Command {
  const program = createRoot()
  const command = (usage: string, description: string, example: string): Command =>
    program.command(usage).description(description).addHelpText('after', `\nExample:\n  $ harness-mcp ${example}`)
  const run = (action: Action): Promise<void> => choose(action, program.opts())
  const runTheVerb = (verb: Verb): Promise<void> => run((given) => runVerb(verb, given))

  command('tools', 'list the tools as the model sees them, with what they cost in tokens', EXAMPLES.tools).action(() =>
    runTheVerb(tools),
  )
  command('call <name> [json]', 'call a tool by its public name', EXAMPLES.call).action((name: string, json?: string) =>
    runTheVerb(call(name, json ?? '')),
  )
  command('resources [server]', 'list documents', EXAMPLES.resources).action((server?: string) =>
    runTheVerb(resources(server)),
  )
  command('templates [server]', 'list URI templates of documents', EXAMPLES.templates).action((server?: string) =>
    runTheVerb(templates(server)),
  )
  command('read <server> <uri>', 'read a document', EXAMPLES.read).action((server: string, uri: string) =>
    runTheVerb(read(server, uri)),
  )
  command('prompt', 'print the system prompt', EXAMPLES.prompt).action(() => runTheVerb(prompt))
  command('status', 'show the state of every server', EXAMPLES.status)
    .option('--watch', 'go on and print every change; edits of the configuration take effect')
    .action(({ watch = false }: { watch?: boolean }) =>
      watch ? run((given) => withHarness(given, (harness) => watchStatus(harness, given))) : runTheVerb(status),
    )
  command(
    'servers',
    'a prompt to connect, disconnect and reconnect servers, one line a command; takes them from a pipe too',
    EXAMPLES.servers,
  ).action(() => run(manageServers))
  command(
    'desktop',
    'take a picture of the desktop and list its windows; needs no configuration',
    EXAMPLES.desktop,
  ).action(() => run(desktop))
  command('demo', 'show all of this on four servers that it brings along', EXAMPLES.demo).action(() =>
    run(async (given) => {
      // Its servers take as long to load as everything else together.
      const { demo } = await import('./demo/demo.js')
      return demo(given)
    }),
  )
  return program
}

function createRoot(): Command {
  const examples = Object.values(EXAMPLES).map((example) => `\n  $ harness-mcp ${example}`)
  return new Command('harness-mcp')
    .description(DESCRIPTION)
    .version(version())
    .option('--config <file>', 'the configuration', 'cordis.yml')
    .addOption(
      new Option(
        '--mcp-config <file>',
        'the file of a desktop client or an editor, in place of a cordis.yml',
      ).conflicts('config'),
    )
    .option('--expand-env', 'fill in ${NAME} in that file from the environment', false)
    .option('--data <dir>', 'where images are stored (default: a folder of yours)')
    .option('--json', 'print JSON for programs', false)
    .option('--no-color', 'no colours and no spinner; NO_COLOR=1 does the same')
    .addHelpText('after', `\nExamples:${examples.join('')}\n\n${EXIT_CODES}`)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
}

const DESCRIPTION =
  'Shows what a model would see of the MCP servers in a cordis.yml or in the file of a desktop client, and calls them as it would.'

const EXAMPLES = {
  tools: 'tools --config my/cordis.yml',
  call: `call mcp__files__list_directory '{"path": "."}'`,
  resources: 'resources docs',
  templates: 'templates docs --json',
  read: 'read docs docs://guide/start',
  prompt: 'prompt',
  status: 'status --watch',
  servers: 'servers --mcp-config .mcp.json --expand-env',
  desktop: 'desktop --data pictures',
  demo: 'demo',
} as const

const EXIT_CODES = `Exit codes:
  0    done
  1    the work failed: a tool or a document returned an error; status: a server is not ready;
       servers: a command failed
  2    wrong usage, name, JSON or configuration
  130  Ctrl-C`
