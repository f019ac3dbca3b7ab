import { expect, test } from 'vitest'

import { clientError } from '../src/errors.js'
import { Events } from '../src/lifecycle/events.js'
import { Status } from '../src/lifecycle/status.js'
import { Logbook } from '../src/logbook.js'
import { redactor } from '../src/redaction.js'
import type { McpLogger } from '../src/options.js'
import { anySettings } from './support/settings.js'

const SECRET = 'sk-very-secret-value'

function watched(logger?: McpLogger) {
  const lines: string[] = []
  const events = new Events()
  const note = (level: string) => (message: string) => void lines.push(`${level} ${message}`)
  const logbook = new Logbook({
    server: 'lab',
    events,
    logger: logger ?? { info: note('info'), warn: note('warn'), error: note('error') },
    redact: redactor(anySettings({ env: { KEY: SECRET } })),
  })
  events.subscribe((event) => void (event.type === 'log' && lines.push(`event ${event.level} ${event.message}`)))
  return { logbook, events, lines }
}

test('a line is an event, and goes to the logger with the name of the server', () => {
  const { logbook, lines } = watched()
  logbook.write('warning', 'a banner')
  expect(lines).toEqual(['event warning a banner', 'warn lab: a banner'])
})

test('an error has the name of the server once', () => {
  const { logbook, lines } = watched()
  logbook.writeError(clientError('invalid-list', { server: 'lab', message: 'twice' }))
  expect(lines).toEqual(['event error twice', 'error lab: twice'])
})

test('nothing is written that is secret or endless', () => {
  const { logbook, lines } = watched()
  logbook.write('info', `key ${SECRET} ${'x'.repeat(1_000_000)}`)
  for (const line of lines) {
    expect(line).toContain('key [redacted] xxx')
    expect(line.length).toBeLessThan(2_100)
  }
})

test('a state is written when it is lost, given up and back', () => {
  const { events, lines } = watched()
  const status = new Status('lab', events, () => 3)
  const error = clientError('unreachable', { server: 'lab', message: 'nobody answers' })
  status.down({ state: 'backoff', failures: 1, reason: error.message, error, keepTools: true }, 1)
  status.connecting(2)
  status.down({ state: 'backoff', failures: 2, reason: error.message, error, keepTools: true }, 1)
  status.down({ state: 'failed', failures: 3, reason: error.message, error, keepTools: false }, undefined)
  expect(lines.filter((line) => !line.startsWith('event'))).toEqual([
    'warn lab: backoff: nobody answers',
    'error lab: failed: nobody answers',
  ])
})

test.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('the logger breaks')
    },
  ],
  ['rejects', () => Promise.reject(new Error('the logger breaks'))],
])('a logger that %s reaches nobody', (_, broken) => {
  const { logbook, lines } = watched({ info: broken, warn: broken, error: broken })
  for (const level of ['info', 'warning', 'error'] as const) logbook.write(level, 'a line')
  expect(lines).toEqual(['event info a line', 'event warning a line', 'event error a line'])
})
