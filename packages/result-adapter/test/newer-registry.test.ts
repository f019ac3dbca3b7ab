import { afterEach, beforeEach, expect, test } from 'vitest'
import type { McpToolDefinition, ToolExecution } from '../src/index.js'
import { agentWith, returns, startHarness, type Harness } from './support/harness.js'
import { bytesOf, GIF, notShown, PNG, text } from './support/samples.js'

// Newer registries project before their policies: what `projectContent` gives is what a policy sees, and what a policy
// leaves is final. None is published, so that this one follows their contract, with the published services around it.

type Content = readonly { readonly type: string }[]
type Policy = (
  content: Content,
) => { readonly block: Content } | { readonly content: Content } | { readonly value: object }

async function callInNewerRegistry(
  { execute, output, projectContent, finalizeContent }: McpToolDefinition,
  policy: Policy = (content) => ({ content }),
): Promise<Content> {
  const exec: ToolExecution = { signal: new AbortController().signal, agent: agentWith('eyes') }
  const value = JSON.parse(JSON.stringify(await execute({}, exec)))
  const rendered = output.render({}, value)
  const projected = projectContent(exec, { isError: false, value, content: rendered }) ?? rendered
  const decided = policy(projected)
  if ('block' in decided) return finalizeContent(exec, { isError: true, content: decided.block }) ?? decided.block
  const replaced = 'value' in decided ? JSON.parse(JSON.stringify(decided.value)) : value
  const content = 'value' in decided ? output.render({}, replaced) : decided.content
  return finalizeContent(exec, { isError: false, value: replaced, content }) ?? content
}

const reference = (mediaType: string): object => ({ type: 'image', attachment: expect.objectContaining({ mediaType }) })

let harness: Harness
let definition: McpToolDefinition

beforeEach(async () => {
  harness = await startHarness()
  const call = returns(text('a long beginning'), { type: 'image', data: PNG }, text('the end'), {
    type: 'image',
    data: GIF,
  })
  definition = harness.define({ call })
})
afterEach(() => harness.dispose())

test('without a policy the images stand in their places', async () => {
  expect(await callInNewerRegistry(definition)).toEqual([
    text('a long beginning'),
    reference('image/png'),
    text('the end'),
    reference('image/gif'),
  ])
})

test('a policy sees the images, and one that shortens the texts keeps them', async () => {
  const shorten: Policy = (content) => ({
    content: content.map((block) => ('text' in block ? text(String(block.text).slice(0, 6)) : block)),
  })
  expect(await callInNewerRegistry(definition, shorten)).toEqual([
    text('a long'),
    reference('image/png'),
    text('the en'),
    reference('image/gif'),
  ])
})

test('what a policy leaves is final: no image comes back, and no line is added', async () => {
  const spill: Policy = () => ({ content: [text('a long beginning … the rest is in a file')] })
  expect(await callInNewerRegistry(definition, spill)).toEqual([text('a long beginning … the rest is in a file')])
})

test('a policy that blocks the call leaves no image', async () => {
  expect(await callInNewerRegistry(definition, () => ({ block: [text('No.')] }))).toEqual([text('No.')])
})

test('a policy that replaces the value leaves no image', async () => {
  const value = { content: [text('other'), { type: 'image', data: PNG }] }
  const what = `an image of type image/png (${bytesOf(PNG)} bytes)`
  expect(await callInNewerRegistry(definition, () => ({ value }))).toEqual([
    text(`other\n${notShown(what, 'it is not part of this text')}`),
  ])
})
