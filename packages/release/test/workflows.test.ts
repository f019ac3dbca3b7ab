import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = join(root, '.github/workflows')

const step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
})
const job = z.object({
  uses: z.string().optional(),
  needs: z.string().optional(),
  permissions: z.record(z.string(), z.string()).default({}),
  strategy: z.object({ matrix: z.record(z.string(), z.array(z.unknown())) }).optional(),
  steps: z.array(step).default([]),
})
const workflow = z.object({ permissions: z.record(z.string(), z.string()), jobs: z.record(z.string(), job) })
const manifest = z.object({ scripts: z.record(z.string(), z.string()) })

const files = readdirSync(folder)

describe.each(files)('%s', (file) => {
  const { permissions, jobs } = read(file)
  const steps = Object.values(jobs).flatMap((each) => each.steps)

  it('may do nothing but read, except where a job says what else', () => {
    expect(permissions).toEqual({ contents: 'read' })
  })

  it('uses each action of others at an exact version', () => {
    const used = [...Object.values(jobs), ...steps].flatMap(({ uses }) => uses ?? [])
    const isExact = (action: string): boolean =>
      action.startsWith('./') ? existsSync(join(root, action)) : /@v\d+\.\d+\.\d+$/.test(action)
    expect(used.filter((action) => !isExact(action))).toEqual([])
  })

  it('installs what the lockfile says, and runs commands that exist', () => {
    const commands = steps.flatMap(({ run, with: inputs }) => [run, inputs['version'], inputs['publish']])
    const texts = commands.filter((command) => typeof command === 'string')
    for (const text of texts.filter((each) => / install\b/.test(each))) expect(text).toContain('--frozen-lockfile')
    const { scripts } = manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
    const names = texts.flatMap((text) => /^pnpm run (\S+)/.exec(text)?.[1] ?? [])
    expect(names.filter((name) => scripts[name] === undefined)).toEqual([])
    const scriptFiles = texts.flatMap((text) => /(?:^|\s)((?:scripts|\.ci)\/\S+)/.exec(text)?.[1] ?? [])
    expect(scriptFiles.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

it('a release follows tests on every supported line of Node, and may sign where it was built', () => {
  expect(read('ci.yml').jobs['test']?.strategy?.matrix).toEqual({ node: [20, 22, 24] })
  const { test, release } = read('release.yml').jobs
  expect(test?.uses).toBe('./.github/workflows/ci.yml')
  expect(release?.needs).toBe('test')
  expect(release?.permissions['id-token']).toBe('write')
  expect(release?.steps.map(({ with: inputs }) => inputs['publish'])).toContain('pnpm run release:publish')
})

function read(file: string): z.infer<typeof workflow> {
  return workflow.parse(load(readFileSync(join(folder, file), 'utf8')))
}
