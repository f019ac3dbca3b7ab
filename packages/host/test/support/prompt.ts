import { type Ended, MAIN, type RunningCli, startProgram } from './cli.js'

/** Starts `servers` with a standard input that stays open. */
export function startServers(...words: string[]): RunningCli {
  return startProgram(process.execPath, [MAIN, 'servers', ...words])
}

/** Runs `servers` on these lines, to its end. */
export function servers(lines: readonly string[], ...words: string[]): Promise<Ended> {
  const running = startServers(...words)
  running.type(lines.map((line) => `${line}\n`).join(''))
  running.endInput()
  return running.ended
}

/** The width of the terminal. */
export const COLUMNS = 60

/** The same in a terminal of its own: what goes to its screen, control characters included, is the standard output. */
export function startInTerminal(...words: string[]): RunningCli {
  const command = [process.execPath, MAIN, 'servers', ...words].map((word) => `'${word}'`).join(' ')
  const sized = `stty cols ${COLUMNS} rows 40; ${command}`
  return startProgram('script', ['--quiet', '--flush', '--return', '--command', sized, '/dev/null'], { TERM: 'xterm' })
}
