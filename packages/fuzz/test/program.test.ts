import { describe, expect, test } from 'vitest'

import type { Campaign } from '../src/campaign.js'
import { createProgram } from '../src/program.js'
import { asJson, asText } from '../src/report/text.js'

async function fuzz(args: readonly string[], isTTY = false): Promise<{ code: number; printed: string; noted: string }> {
  const seen = { code: -1, printed: '', noted: '' }
  const note = (text: string): void => void (seen.noted += text)
  const output = {
    print: (text: string) => void (seen.printed += text),
    note,
    exitCode: (code: number) => void (seen.code = code),
  }
  await createProgram(output, { isTTY, write: note }).parseAsync(args, { from: 'user' })
  return seen
}

describe('pnpm fuzz', () => {
  test('tells how much was read, and the seed', async () => {
    const { code, printed, noted } = await fuzz(['--runs', '200', '--seed', '4'])
    expect(code).toBe(0)
    expect(printed).toMatch(
      /^200 results were read, and 2 in a registry, in [\d.]+ s \([\d,]+ a second\)\. Nothing is wrong\.\nseed 4$/,
    )
    expect(noted).toBe('200 of 200\n')
  })

  test('takes another seed each time, and prints JSON for programs', async () => {
    const runs = [await fuzz(['--runs', '10', '--json']), await fuzz(['--runs', '10', '--json'])]
    const [one, other] = runs.map(({ printed }) => JSON.parse(printed))
    expect(one).toEqual({ seed: expect.any(Number), runs: { plain: 10, registry: 1 }, ms: expect.any(Number) })
    expect(one.seed).not.toBe(other.seed)
  })

  test('reads one result when it is told which', async () => {
    expect(await fuzz(['--seed', '4', '--path', '17:0', '--only', 'plain'])).toMatchObject({
      code: 0,
      printed: expect.stringContaining('1 results were read, and 0 in a registry'),
    })
  })

  test('replaces its progress on a terminal', async () => {
    expect((await fuzz(['--runs', '5100', '--only', 'plain'], true)).noted).toBe(
      '\r5,000 of 5,100\r5,100 of 5,100\r\u001b[K',
    )
  })

  test.each([
    [['--runs', '0'], '--runs is a whole number from 1, and not 0'],
    [['--runs', 'many'], '--runs is a whole number from 1, and not many'],
    [['--seed', 'x'], '--seed is a whole number, and not x'],
    [['--path', '1:'], '--path is numbers and colons, and not 1:'],
    [['--only', 'both'], '--only is plain or registry, and not both'],
  ])('does not understand %j', async (args, noted) => {
    expect(await fuzz(args)).toEqual({ code: 2, printed: '', noted })
  })
})

describe('the report of a failure', () => {
  const failed: Campaign = {
    seed: 4,
    runs: { plain: 5_000, registry: 0 },
    ms: 1_234,
    failure: {
      seed: 5,
      path: '17:0',
      face: 'plain',
      input: '{"raw":1}',
      problems: ['value: it is missing', 'code: x'],
    },
  }
  const command = 'pnpm fuzz --seed 5 --path 17:0 --only plain'

  test('has the reasons, the input and the way back to it', () => {
    expect(asText(failed)).toBe(
      `5,000 results were read, and 0 in a registry, in 1.2 s. One is read wrongly:\n  value: it is missing\n  code: x\n\nThe smallest input that was found:\n  {"raw":1}\n\nTo see it again:\n  ${command}`,
    )
    expect(JSON.parse(asJson(failed))).toEqual({
      ...failed,
      failure: { ...failed.failure, reproduce: command },
    })
  })

  test('does not print a huge input whole', () => {
    const input = 'x'.repeat(100_000)
    const huge = asText({ ...failed, ...(failed.failure && { failure: { ...failed.failure, input } }) })
    expect(huge).toContain(`${'x'.repeat(4_000)}… (100,000 characters)`)
    expect(huge.length).toBeLessThan(5_000)
  })
})
