import type { ContenderName } from '../finding.js'
import { aiSdk } from './ai-sdk.js'
import { bare } from './bare.js'
import type { Contender } from './contender.js'
import { langchain } from './langchain.js'
import { ours } from './ours.js'
import { sdk } from './sdk.js'

/** In the order in which they take their turns. */
export const contenders: readonly Contender[] = [ours, sdk, aiSdk, langchain, bare]

export function contenderNamed(name: ContenderName): Contender {
  const found = contenders.find((contender) => contender.name === name)
  if (found === undefined) throw new Error(`there is no contender "${name}"`)
  return found
}
