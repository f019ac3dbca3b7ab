import { afterEach, describe, expect, it, vi } from 'vitest'
import { Calls, type Work } from '../src/calls.js'

/** Work that ends when it is told to, and rejects in its own words when it is aborted. */
const obedient: Work = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped in Rust'))))
/** Work that does not care. */
const deaf: Work = () => new Promise(() => {})

afterEach(() => vi.useRealTimers())

describe('a call', () => {
  it('gives what the work gives', async () => {
    expect(await new Calls().run('t', async () => 1, undefined)).toBe(1)
  })

  it('fails as the work fails', async () => {
    const work: Work = async () => {
      throw new Error('no')
    }
    await expect(new Calls().run('t', work, undefined)).rejects.toThrow('no')
  })

  it.each([
    ['obedient', obedient],
    ['deaf', deaf],
  ])('that is cancelled rejects at once, with the reason of whoever cancelled: %s work', async (_, work) => {
    const controller = new AbortController()
    const running = new Calls().run('drag', work, controller.signal)
    controller.abort('enough')
    await expect(running).rejects.toMatchObject({
      code: 'aborted',
      message: 'desktop: the call of "drag" was cancelled',
      cause: 'enough',
    })
  })

  it('that is cancelled before it begins never begins', async () => {
    const work = vi.fn<Work>()
    await expect(new Calls().run('t', work, AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' })
    expect(work).not.toHaveBeenCalled()
  })

  it('is cancelled alone', async () => {
    const calls = new Calls()
    const controller = new AbortController()
    const signals: AbortSignal[] = []
    const noting: Work = (signal) => {
      signals.push(signal)
      return obedient(signal)
    }
    const first = calls.run('t', noting, controller.signal)
    const second = calls.run('t', noting, undefined)
    controller.abort()
    await expect(first).rejects.toMatchObject({ code: 'aborted' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    await calls.end(1)
    await expect(second).rejects.toMatchObject({ code: 'outcome-unknown' })
  })
})

describe('the end', () => {
  it('aborts what is running, waits for it, and takes nothing more', async () => {
    const calls = new Calls()
    const order: string[] = []
    const slow: Work = async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await new Promise(setImmediate)
      order.push('the driver let go')
    }
    const running = calls.run('click', slow, undefined).catch((error: unknown) => order.push(String(error)))
    await calls.end(10_000)
    order.push('ended')
    await running
    expect(order).toEqual([
      'McpError: desktop: it was closed during the call of "click"; the outcome is unknown',
      'the driver let go',
      'ended',
    ])
    await expect(calls.run('t', async () => 1, undefined)).rejects.toMatchObject({ code: 'not-connected' })
  })

  it('does not wait longer than it was told for work that does not stop', async () => {
    vi.useFakeTimers()
    const calls = new Calls()
    const running = calls.run('t', deaf, undefined).catch(() => 'given up')
    const ended = calls.end(5_000).then(() => 'ended')
    expect(await running).toBe('given up')
    await vi.advanceTimersByTimeAsync(4_999)
    expect(await Promise.race([ended, Promise.resolve('waiting')])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(await ended).toBe('ended')
  })

  it('leaves no timer behind', async () => {
    vi.useFakeTimers()
    await new Calls().end(5_000)
    expect(vi.getTimerCount()).toBe(0)
  })
})
