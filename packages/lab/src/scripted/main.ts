import { closeSync } from 'node:fs'
import { start } from './faults.js'
import type { Outlet } from './outlet.js'
import { Script } from './script.js'
import type { Switches } from './switches.js'
import { incoming, send, write } from './wire.js'

/** Serves one client on standard input and output, until the input ends. */
export async function serve(switches: Switches): Promise<void> {
  await start(switches)
  const script = new Script(switches, standardOutput)
  for await (const message of incoming()) script.receive(message)
  if (!switches.ignoreSigterm && switches.call !== 'deafen') process.exit()
}

const standardOutput: Outlet = {
  send,
  write,
  done: () => {},
  end(ending) {
    if (ending === 'exit') process.exit(1)
    if (ending === 'kill') process.kill(process.pid, 'SIGKILL')
    process.stdin.destroy()
    // Node leaves the descriptors of the standard streams open.
    closeSync(0)
    setInterval(() => {}, 60_000)
  },
}
