import { expect, it, onTestFinished } from 'vitest'

import { Listeners, type McpSessionEvent } from '../src/listeners.js'

const log = (message: string): McpSessionEvent => ({ type: 'log', level: 'info', server: 's', message })
const textOf = (event: McpSessionEvent): string => (event.type === 'log' ? event.message : event.type)

it('tells every listener of every event, until it is undone', () => {
  const listeners = new Listeners()
  const heard: string[] = []
  const listener = (event: McpSessionEvent): void => void heard.push(textOf(event))
  const undo = listeners.add(listener)
  listeners.add(listener)
  listeners.tell(log('a'))
  undo()
  undo()
  listeners.tell(log('b'))
  expect(heard).toEqual(['a', 'a', 'b'])
})

it('an event that a listener causes comes after the one that caused it, for every listener', () => {
  const listeners = new Listeners()
  const heard: string[] = []
  listeners.add((event) => void (textOf(event) === 'a' && listeners.tell(log('b'))))
  listeners.add((event) => void heard.push(textOf(event)))
  listeners.tell(log('a'))
  expect(heard).toEqual(['a', 'b'])
})

it('a listener that throws keeps no event from anybody, and one that rejects is like it', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const listeners = new Listeners()
  const heard: string[] = []
  const rejecting: (event: McpSessionEvent) => unknown = () => Promise.reject(new Error('a listener breaks'))
  listeners.add(rejecting)
  listeners.add(() => {
    throw new Error('another one, too')
  })
  listeners.add((event) => void heard.push(textOf(event)))
  listeners.tell(log('a'))
  listeners.tell(log('b'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(heard).toEqual(['a', 'b'])
  expect(unhandled).toEqual([])
})

it('a listener that subscribes another one at each event does not go on for ever', () => {
  const listeners = new Listeners()
  const heard: string[] = []
  const listener = (event: McpSessionEvent): void => {
    heard.push(textOf(event))
    if (heard.length < 100) listeners.add(listener)
  }
  listeners.add(listener)
  listeners.tell(log('a'))
  expect(heard).toEqual(['a'])
})
