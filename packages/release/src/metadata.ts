import { z } from 'zod'

const REPOSITORY = 'https://github.com/harness-mcp/harness-mcp'

/**
 * What a registry shows of a package and what provenance is checked against: the repository has to be the one that the
 * release is built in, or the registry refuses it.
 */
const manifest = (folder: string): z.ZodType =>
  z.object({
    name: z.literal(`@harness-mcp/${folder}`),
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    description: z.string().min(20),
    keywords: z.array(z.string()).min(1),
    homepage: z.literal(`${REPOSITORY}/tree/main/packages/${folder}#readme`),
    bugs: z.literal(`${REPOSITORY}/issues`),
    license: z.literal('MIT'),
    repository: z.strictObject({
      type: z.literal('git'),
      url: z.literal(`git+${REPOSITORY}.git`),
      directory: z.literal(`packages/${folder}`),
    }),
    // What else is shipped is a file that `exports` promises; `contentProblems` refuses any other.
    files: z.tuple([z.literal('dist'), z.literal('src')]).rest(z.string()),
    type: z.literal('module'),
    sideEffects: z.literal(false),
    exports: z.record(z.string(), z.unknown()),
    publishConfig: z.strictObject({ access: z.literal('public'), provenance: z.literal(true) }),
    engines: z.strictObject({ node: z.literal('>=20') }),
    scripts: z.object(noneOf('preinstall', 'install', 'postinstall', 'prepare')),
  })

/** What is missing or wrong in the `package.json` of a published package. */
export function metadataProblems(json: unknown, folder: string): readonly string[] {
  const { error } = manifest(folder).safeParse(json)
  return (error?.issues ?? []).map(({ path, message }) => `package.json: ${path.join('.')}: ${message}`)
}

/** Nobody who installs a package of ours runs anything. */
function noneOf(...names: readonly string[]): Record<string, z.ZodOptional<z.ZodNever>> {
  return Object.fromEntries(names.map((name) => [name, z.never().optional()]))
}
