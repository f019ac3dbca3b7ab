import { createSdkMcpServer, tool } from '@harness-mcp/in-process'
import { z } from 'zod'

const getWeather = tool(
  'get_weather',
  'The weather of the coming days.',
  { city: z.string(), days: z.number().int().min(1).default(1) },
  async ({ city, days }, { signal, progress }) => {
    const forecast: string[] = []
    for (let day = 1; day <= days; day++) {
      signal.throwIfAborted()
      forecast.push('sunny')
      progress({ progress: day, total: days })
    }
    return {
      content: [{ type: 'text', text: `${city}: ${forecast.join(', ')}` }],
      structuredContent: { city, forecast },
    }
  },
  {
    annotations: { readOnlyHint: true },
    outputSchema: { city: z.string(), forecast: z.array(z.string()) },
  },
)

export const mine = createSdkMcpServer({ name: 'mine', version: '1.0.0', tools: [getWeather] })
