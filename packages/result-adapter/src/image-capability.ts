import type { ModelDirectory, ServiceLookup, ToolExecution } from './harness.js'

/** Whether the model of the calling agent takes images; a refusal says why not. */
export type ImageCapability = { ok: true } | { ok: false; reason: string }

type Route = { readonly provider: string; readonly model: string }

/**
 * Asks the model service of a harness about the model that will read the result. What nobody declares counts as no. Never
 * rejects; a model service that fails is a refusal.
 */
export async function imageCapability(host: ServiceLookup, exec: ToolExecution): Promise<ImageCapability> {
  const directory = host.get('llm')
  if (!isModelDirectory(directory)) return { ok: false, reason: 'the harness has no model service' }
  try {
    const route = routeOf(exec.agent)
    if (route === undefined) return { ok: false, reason: 'the model of the caller is not known' }
    const info = await directory.resolveModelInfo(route.provider, route.model, exec.signal)
    if (info.inputModalities?.includes('image') === true) return { ok: true }
    return { ok: false, reason: `the model ${route.model} does not declare image input` }
  } catch {
    return { ok: false, reason: 'the capabilities of the model cannot be looked up' }
  }
}

// A session that has already sent a request reads the result with that request's model, whatever the agent's options say.
function routeOf(agent: unknown): Route | undefined {
  const session = property(agent, 'session')
  const header = hasRequestHeader(session) ? session.requestHeader() : undefined
  return parseRoute(property(header, 'config')) ?? parseRoute(property(agent, 'options'))
}

function parseRoute(value: unknown): Route | undefined {
  const [provider, model] = [property(value, 'provider'), property(value, 'model')]
  return typeof provider === 'string' && typeof model === 'string' ? { provider, model } : undefined
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function hasRequestHeader(value: unknown): value is { requestHeader(): unknown } {
  return typeof property(value, 'requestHeader') === 'function'
}

function isModelDirectory(value: unknown): value is ModelDirectory {
  return typeof property(value, 'resolveModelInfo') === 'function'
}
