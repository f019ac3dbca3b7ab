import { createMcpHandler } from '@modelcontextprotocol/server'
import { createModernServer } from '../modern.js'
import { createWorld } from '../offer/world.js'
import { listen, type HttpOptions, type RunningHttp } from './listen.js'

/** Starts the current SDK's HTTP server in this process. With `onlyModern` it refuses revisions before 2026-07-28. */
export async function startModernHttp(options: HttpOptions & { onlyModern?: boolean } = {}): Promise<RunningHttp> {
  const world = createWorld(options)
  const handler = createMcpHandler(() => createModernServer(world), {
    legacy: options.onlyModern === true ? 'reject' : 'stateless',
  })
  world.onGrow = () => handler.notify.toolsChanged()
  const running = await listen((request) => handler.fetch(request), options)
  return {
    url: running.url,
    close: async () => {
      await handler.close()
      await running.close()
    },
  }
}
