import { expect, onTestFinished, test } from 'vitest'

import { Events, type McpEvent } from '../../src/lifecycle/events.js'

const log = (message: string): McpEvent => ({ type: 'log', level: 'info', message })

function textOf(event: McpEvent): string {
  return event.type === 'log' ? event.message : event.type
}

test('every listener hears every event, in order, until it is undone', () => {
  const events = new Events()
  const heard: string[] = []
  const undoFirst = events.subscribe((event) => void heard.push(`first ${textOf(event)}`))
  events.subscribe((event) => void heard.push(`second ${textOf(event)}`))
  events.emit(log('a'))
  undoFirst()
  undoFirst()
  events.emit(log('b'))
  expect(heard).toEqual(['first a', 'second a', 'second b'])
})

test('a listener that throws keeps the event from nobody', () => {
  const events = new Events()
  const heard: string[] = []
  events.subscribe(() => {
    throw new Error('a listener breaks')
  })
  events.subscribe((event) => void heard.push(textOf(event)))
  events.emit(log('a'))
  expect(heard).toEqual(['a'])
})

test('the same function subscribed twice is two subscriptions', () => {
  const events = new Events()
  const heard: string[] = []
  const listener = (event: McpEvent): void => void heard.push(textOf(event))
  const undo = events.subscribe(listener)
  events.subscribe(listener)
  events.emit(log('a'))
  undo()
  events.emit(log('b'))
  expect(heard).toEqual(['a', 'a', 'b'])
})

test('a listener that undoes itself hears nothing more', () => {
  const events = new Events()
  const heard: string[] = []
  const undo = events.subscribe((event) => {
    heard.push(textOf(event))
    undo()
  })
  events.emit(log('a'))
  events.emit(log('b'))
  expect(heard).toEqual(['a'])
})

test('a listener that subscribes another one at each event does not go on for ever', () => {
  const events = new Events()
  const heard: string[] = []
  const listener = (event: McpEvent): void => {
    heard.push(textOf(event))
    if (heard.length < 100) events.subscribe(listener)
  }
  events.subscribe(listener)
  events.emit(log('a'))
  expect(heard).toEqual(['a'])
})

test('an event that a listener causes comes after the one that caused it, for every listener', () => {
  const events = new Events()
  const heard: string[] = []
  events.subscribe((event) => void (textOf(event) === 'a' && events.emit(log('b'))))
  events.subscribe((event) => void heard.push(textOf(event)))
  events.emit(log('a'))
  expect(heard).toEqual(['a', 'b'])
})

test('a listener that rejects is like one that throws', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const events = new Events()
  const rejecting: (event: McpEvent) => unknown = () => Promise.reject(new Error('a listener breaks'))
  events.subscribe(rejecting)
  events.emit(log('a'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})
