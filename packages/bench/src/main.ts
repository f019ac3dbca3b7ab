#!/usr/bin/env -S node --expose-gc
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Command } from 'commander'

import type { Finding } from './finding.js'
import { judge } from './goals.js'
import { measurements } from './measurements/all.js'
import type { Effort } from './measurements/measurement.js'
import { chart } from './report/chart.js'
import { page } from './report/page.js'
import { table } from './report/table.js'

interface Options {
  readonly quick: boolean
  readonly only?: string
  readonly json: boolean
  readonly out?: string
}

const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url))

await new Command('bench')
  .description(
    'Measures the client beside other clients, and writes docs/benchmarks.md, its Chinese twin and docs/benchmarks.svg.',
  )
  .option('--quick', 'fewer rounds: rough figures in a few minutes; writes only with --out', false)
  .option('--only <pattern>', 'only measurements whose id matches this regular expression; writes only with --out')
  .option('--out <folder>', 'where the pages and the chart are written (default: docs, for a complete run)')
  .option('--json', 'print the samples as JSON', false)
  .addHelpText(
    'after',
    `\nMeasurements:\n${measurements.map(({ id, title }) => `  ${id.padEnd(16)} ${title}`).join('\n')}`,
  )
  .action(bench)
  .parseAsync()

async function bench(options: Options): Promise<void> {
  const findings = await measure(options)
  const folder = options.out === undefined ? (options.quick || options.only ? undefined : DOCS) : resolve(options.out)
  if (folder !== undefined) write(folder, findings, options.quick)
  process.stdout.write(
    `${options.json ? JSON.stringify(findings.map((finding) => ({ ...finding, verdicts: judge(finding) }))) : table(findings)}\n`,
  )
}

async function measure({ quick, only }: Options): Promise<readonly Finding[]> {
  const progress = (text: string): void => void process.stderr.write(`${text}\n`)
  const effort: Effort = { quick, rounds: (full, short) => (quick ? short : full), progress }
  const pattern = new RegExp(only ?? '')
  const findings: Finding[] = []
  for (const { title, run } of measurements.filter(({ id }) => pattern.test(id))) {
    progress(title)
    findings.push(...(await run(effort)))
  }
  return findings
}

function write(folder: string, findings: readonly Finding[], quick: boolean): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'benchmarks.md'), page(findings, { quick, language: 'en' }))
  writeFileSync(join(folder, 'benchmarks.zh.md'), page(findings, { quick, language: 'zh' }))
  writeFileSync(join(folder, 'benchmarks.svg'), chart(findings))
}
