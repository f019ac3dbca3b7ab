import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'

/**
 * Runs `work` with no more in the environment of this process than the SDK hands on to a server. The clients differ in what
 * they hand on, and some variables make Node itself start a good deal later, such as one that names certificates.
 */
export async function inPlainEnvironment<T>(work: () => Promise<T>): Promise<T> {
  const all = { ...process.env }
  const plain = getDefaultEnvironment()
  for (const name of Object.keys(all)) if (!(name in plain)) delete process.env[name]
  try {
    return await work()
  } finally {
    Object.assign(process.env, all)
  }
}
