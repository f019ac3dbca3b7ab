// What the lab's tools are and do, written once for both SDK lines; modern.ts and legacy.ts only register them.
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { picturePng } from './picture.js'
import type { World } from './world.js'

interface TextBlock {
  type: 'text'
  text: string
}

interface ImageBlock {
  type: 'image'
  data: string
  mimeType: string
}

interface Answer {
  [key: string]: unknown
  content: (TextBlock | ImageBlock)[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

interface Definition<Input> {
  description: string
  inputSchema: z.ZodType<Input>
  annotations?: { readOnlyHint?: boolean; destructiveHint?: boolean; idempotentHint?: boolean }
}

/** What a running `slow` call is given by its SDK. */
export interface SlowCall {
  signal: AbortSignal
  progress: (step: number, of: number) => Promise<void>
}

export const addDefinition: Definition<{ a: number; b: number }> & { outputSchema: z.ZodType<{ sum: number }> } = {
  description: 'Adds two numbers.',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  outputSchema: z.object({ sum: z.number() }),
  annotations: { readOnlyHint: true, idempotentHint: true },
}

export function add({ a, b }: { a: number; b: number }): Answer {
  return { content: [text(String(a + b))], structuredContent: { sum: a + b } }
}

export const echoDefinition: Definition<{ text: string }> = {
  description: 'Returns the text it was given.',
  inputSchema: z.object({ text: z.string() }),
  annotations: { readOnlyHint: true },
}

export function echo(input: { text: string }): Answer {
  return { content: [text(input.text)] }
}

export const pictureDefinition: Definition<Record<string, never>> = {
  description: 'Returns a small PNG with a caption.',
  inputSchema: z.object({}),
  annotations: { readOnlyHint: true },
}

export function picture(): Answer {
  return {
    content: [text('A gradient of 16 by 16 pixels.'), { type: 'image', data: picturePng, mimeType: 'image/png' }],
  }
}

export const failDefinition: Definition<{ reason?: string | undefined }> = {
  description: 'Always fails, with the reason it was given.',
  inputSchema: z.object({ reason: z.string().optional() }),
}

export function fail({ reason = 'It was asked to fail.' }: { reason?: string | undefined }): Answer {
  return { content: [text(reason)], isError: true }
}

export const slowDefinition: Definition<{ ms: number }> = {
  description: 'Waits for a number of milliseconds and reports progress four times.',
  inputSchema: z.object({ ms: z.number().int().min(0) }),
}

export async function slow({ ms }: { ms: number }, call: SlowCall, world: World): Promise<Answer> {
  world.slow.started += 1
  try {
    for (let step = 1; step <= 4; step++) {
      await call.progress(step, 4)
      await wait(ms / 4, undefined, { signal: call.signal })
    }
  } catch (error) {
    world.slow.cancelled += 1
    throw error
  }
  world.slow.finished += 1
  return { content: [text(`Waited ${ms} ms.`)] }
}

export const tallyDefinition: Definition<Record<string, never>> = {
  description: 'Tells how many slow calls started, finished and were cancelled.',
  inputSchema: z.object({}),
  annotations: { readOnlyHint: true },
}

export function tally(world: World): Answer {
  return { content: [text(JSON.stringify(world.slow))] }
}

export const growDefinition: Definition<{ name: string }> = {
  description: 'Adds a tool of the given name to this server.',
  inputSchema: z.object({ name: z.string().min(1) }),
}

/** Adds `name` to the world; the caller registers it. Growing the same tool twice is an error for the model. */
export function grow({ name }: { name: string }, world: World, register: (name: string) => void): Answer {
  if (world.grown.has(name)) return fail({ reason: `The tool "${name}" exists already.` })
  world.grown.add(name)
  register(name)
  world.onGrow()
  return { content: [text(`Added "${name}".`)] }
}

/** The definition and the answer of a tool that `grow` added. */
export function grown(name: string): { definition: Definition<Record<string, never>>; run: () => Answer } {
  return {
    definition: { description: `Answers as ${name}.`, inputSchema: z.object({}) },
    run: () => ({ content: [text(`This is ${name}.`)] }),
  }
}

function text(value: string): TextBlock {
  return { type: 'text', text: value }
}
