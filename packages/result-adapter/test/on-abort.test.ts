import { describe, expect, test, vi } from 'vitest'
import { onAbort } from '../src/on-abort.js'

describe('onAbort', () => {
  test('tells every listener once, and those that were undone not at all', () => {
    const abort = new AbortController()
    const told: string[] = []
    onAbort(abort.signal, () => told.push('first'))
    const undo = onAbort(abort.signal, () => told.push('undone'))
    onAbort(abort.signal, () => told.push('last'))
    undo()
    undo()
    abort.abort()
    expect(told).toEqual(['first', 'last'])
  })

  test('counts a listener that is given twice twice', () => {
    const abort = new AbortController()
    const told: string[] = []
    const listener = (): void => void told.push('told')
    const undo = onAbort(abort.signal, listener)
    onAbort(abort.signal, listener)
    undo()
    abort.abort()
    expect(told).toEqual(['told'])
  })

  test('has one listener on the signal while anybody listens, and none afterwards', () => {
    const { signal } = new AbortController()
    const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
    const undo = Array.from({ length: 20 }, () => onAbort(signal, () => {}))
    for (const each of undo) each()
    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 1])
    onAbort(signal, () => {})()
    for (const each of undo) each()
    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([2, 2])
  })
})
