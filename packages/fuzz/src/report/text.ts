import type { Campaign } from '../campaign.js'

/** The most of an input that is printed, in UTF-16 units: a huge one cannot always be made small. */
const MAX_INPUT = 4_000

/** What became of it, for people. */
export function asText({ seed, runs, ms, failure }: Campaign): string {
  const read = `${count(runs.plain)} results were read, and ${count(runs.registry)} in a registry, in ${seconds(ms)}`
  if (failure === undefined)
    return `${read} (${count(((runs.plain + runs.registry) / ms) * 1000)} a second). Nothing is wrong.\nseed ${seed}`
  const { problems, input } = failure
  const shown = input.length > MAX_INPUT ? `${input.slice(0, MAX_INPUT)}… (${count(input.length)} characters)` : input
  return [
    `${read}. One is read wrongly:`,
    ...problems.map((problem) => `  ${problem}`),
    `\nThe smallest input that was found:\n  ${shown}`,
    `\nTo see it again:\n  ${reproduction(failure)}`,
  ].join('\n')
}

/** What became of it, for programs. */
export function asJson(campaign: Campaign): string {
  const { failure } = campaign
  return JSON.stringify({
    ...campaign,
    ms: Math.round(campaign.ms),
    ...(failure === undefined ? {} : { failure: { ...failure, reproduce: reproduction(failure) } }),
  })
}

function reproduction({ seed, path, face }: NonNullable<Campaign['failure']>): string {
  return `pnpm fuzz --seed ${seed} --path ${path} --only ${face}`
}

function count(number: number): string {
  return Math.round(number).toLocaleString('en-US')
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
