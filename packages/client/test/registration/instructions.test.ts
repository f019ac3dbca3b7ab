import { describe, expect, test } from 'vitest'

import { Instructions } from '../../src/registration/instructions.js'
import { anySettings } from '../support/settings.js'

function watched(extra: Readonly<Record<string, unknown>> = {}) {
  const log: string[] = []
  const warnings: string[] = []
  const prompt = {
    publish: ({ name, text }: { name: string; text: string }) => {
      log.push(`+${name} ${JSON.stringify(text)}`)
      return () => void log.push(`-${name}`)
    },
  }
  const instructions = new Instructions(anySettings(extra), prompt, (message) => void warnings.push(message))
  return { instructions, log, warnings }
}

const heading = '## Instructions of the MCP server lab\n\n'

describe('the section', () => {
  test('has a heading with the name of the server', () => {
    const { instructions, log } = watched()
    instructions.become('Be kind.')
    expect(instructions.text).toBe(`${heading}Be kind.`)
    expect(log).toEqual([`+mcp-server:lab ${JSON.stringify(`${heading}Be kind.`)}`])
  })

  test('is replaced by other instructions, and goes with empty ones', () => {
    const { instructions, log } = watched()
    for (const text of ['one', 'two', '']) instructions.become(text)
    expect(log.map((line) => line.slice(0, 15))).toEqual([
      '+mcp-server:lab',
      '-mcp-server:lab',
      '+mcp-server:lab',
      '-mcp-server:lab',
    ])
    expect(instructions.text).toBe('')
  })

  test('stays where it is for the same text, or one that only looks other', () => {
    const { instructions, log } = watched()
    for (const text of ['one', 'one', ' one\n', 'o\u200Bne']) instructions.become(text)
    expect(log).toHaveLength(1)
  })

  test.each(['', ' \n', '\u200B'])('is none for %j', (text) => {
    const { instructions, log } = watched()
    instructions.become(text)
    expect({ text: instructions.text, log }).toEqual({ text: '', log: [] })
  })

  test('is literal: braces and template marks are left alone', () => {
    const { instructions } = watched()
    instructions.become('{{user}} ${x} {% if %} <b>')
    expect(instructions.text).toBe(`${heading}{{user}} \${x} {% if %} <b>`)
  })

  test('has no control characters', () => {
    const { instructions } = watched()
    instructions.become('a\u0000b\r\nc\u001B[31m\u202E')
    expect(instructions.text).toBe(`${heading}ab\nc[31m`)
  })

  test('is only text where there is no system prompt', () => {
    const instructions = new Instructions(anySettings(), undefined, () => {})
    instructions.become('Be kind.')
    expect(instructions.text).toBe(`${heading}Be kind.`)
  })
})

describe('maxInstructionBytes', () => {
  test('counts bytes, the heading included', () => {
    const bytes = Buffer.byteLength(`${heading}ééé`)
    const fits = watched({ maxInstructionBytes: bytes })
    fits.instructions.become('ééé')
    expect({ text: fits.instructions.text, warnings: fits.warnings }).toEqual({ text: `${heading}ééé`, warnings: [] })
    const tooLong = watched({ maxInstructionBytes: bytes - 1 })
    tooLong.instructions.become('ééé')
    expect({ text: tooLong.instructions.text, log: tooLong.log, warnings: tooLong.warnings }).toEqual({
      text: '',
      log: [],
      warnings: [`its instructions were left out: ${bytes} bytes exceed maxInstructionBytes (${bytes - 1})`],
    })
  })

  test('warns once for the same text', () => {
    const { instructions, warnings } = watched({ maxInstructionBytes: 10 })
    for (let times = 0; times < 3; times++) instructions.become('much too long')
    expect(warnings).toHaveLength(1)
  })

  test('takes an earlier section away when the new text is too long', () => {
    const { instructions, log } = watched({ maxInstructionBytes: 60 })
    instructions.become('short')
    instructions.become('x'.repeat(100))
    expect(log.at(-1)).toBe('-mcp-server:lab')
  })
})

describe('a prompt that refuses the section', () => {
  function refusing(times: number) {
    const log: string[] = []
    const warnings: string[] = []
    const publish = ({ text }: { text: string }) => {
      if (times-- > 0) throw new Error('the prompt is full')
      log.push(`+${text}`)
      return () => void log.push('-')
    }
    return {
      instructions: new Instructions(anySettings(), { publish }, (message) => void warnings.push(message)),
      log,
      warnings,
    }
  }

  test('is warned of, and asked again the next time', () => {
    const { instructions, log, warnings } = refusing(1)
    instructions.become('Be kind.')
    expect({ text: instructions.text, log, warnings }).toEqual({
      text: '',
      log: [],
      warnings: ['the system prompt refused its instructions: the prompt is full'],
    })
    instructions.become('Be kind.')
    instructions.become('Be kind.')
    expect({ text: instructions.text, log }).toEqual({ text: `${heading}Be kind.`, log: [`+${heading}Be kind.`] })
  })

  test('and cannot take it back, has it taken for gone', () => {
    const warnings: string[] = []
    const undo = (): void => {
      throw new Error('no')
    }
    const instructions = new Instructions(anySettings(), { publish: () => undo }, (text) => void warnings.push(text))
    for (const text of ['one', 'two', '']) instructions.become(text)
    expect({ text: instructions.text, warnings }).toEqual({
      text: '',
      warnings: Array(2).fill('its instructions could not be taken back: no'),
    })
  })
})
