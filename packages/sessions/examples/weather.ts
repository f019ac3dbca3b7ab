import { createSdkMcpServer, tool } from '@harness-mcp/in-process'
import { z } from 'zod'

const forecast = tool('forecast', 'Tells the weather of a city.', { city: z.string() }, async ({ city }) => ({
  content: [{ type: 'text', text: `Sunny in ${city}.` }],
}))

/** A server in this process: no program to start. */
export const weather = createSdkMcpServer({ name: 'weather', version: '1.0.0', tools: [forecast] })
