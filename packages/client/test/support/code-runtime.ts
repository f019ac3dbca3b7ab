import { Script } from 'node:vm'

type Binding = (args: unknown) => Promise<unknown>

interface Request {
  readonly program: string
  readonly bindings: readonly { readonly global: string; readonly functions: Readonly<Record<string, Binding>> }[]
}

/**
 * A code runtime for the registry's code mode, as `ctx.codeRuntime`: runs plain JavaScript in this process. The published
 * one strips types with a function of Node that Node 20 does not have.
 */
export const codeRuntime = {
  language: 'typescript',
  isolation: 'none',
  async run({ program, bindings }: Request): Promise<{ logs: string[]; value?: unknown; error?: object }> {
    const names = bindings.map((namespace) => namespace.global).join()
    const main: unknown = new Script(`(async (${names}) => { ${program} })`).runInThisContext()
    if (typeof main !== 'function') throw new TypeError('the program is no function')
    try {
      const value: unknown = await Reflect.apply(
        main,
        undefined,
        bindings.map(({ functions }) => functions),
      )
      return { logs: [], value }
    } catch (error) {
      return { logs: [], error: { kind: 'exception', message: error instanceof Error ? error.message : String(error) } }
    }
  },
}
