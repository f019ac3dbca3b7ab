import { expect, it } from 'vitest'

import { Starts } from '../../src/servers/starts.js'

const { signal } = new AbortController()

function gates(count: number): { open: () => void; opened: Promise<void> }[] {
  return Array.from({ length: count }, () => {
    let open = (): void => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    return { open: () => open(), opened }
  })
}

it('runs so many at once and the others in their order', async () => {
  const starts = new Starts(2)
  const log: string[] = []
  const works = gates(4)
  const runs = works.map(({ opened }, index) =>
    starts.run(async () => {
      log.push(`start ${index}`)
      await opened
      log.push(`end ${index}`)
    }, signal),
  )
  for (const [index, { open }] of works.entries()) {
    open()
    await runs[index]
  }
  expect(log.slice(0, 3)).toEqual(['start 0', 'start 1', 'end 0'])
  expect(log.indexOf('start 2')).toBeGreaterThan(log.indexOf('end 0'))
  expect(log.indexOf('start 3')).toBeGreaterThan(log.indexOf('start 2'))
})

it('begins nothing after it was stopped', async () => {
  const starts = new Starts(1)
  starts.stop(new Error('closed'))
  await expect(starts.run(async () => 'ran', signal)).rejects.toThrow('closed')
})

it('passes the turn of one that failed on', async () => {
  const starts = new Starts(1)
  await expect(starts.run(() => Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
  expect(await starts.run(async () => 'yes', signal)).toBe('yes')
})

it('does not run what is given up before its turn, and keeps the turns of the others', async () => {
  const starts = new Starts(1)
  const [first] = gates(1)
  const giveUp = new AbortController()
  const ran: string[] = []
  const running = starts.run(async () => first?.opened, signal)
  const given = starts.run(async () => ran.push('given up'), giveUp.signal)
  const waiting = starts.run(async () => ran.push('waiting'), signal)
  giveUp.abort(new Error('not any more'))
  await expect(given).rejects.toThrow('not any more')
  first?.open()
  await Promise.all([running, waiting])
  await expect(starts.run(async () => ran.push('late'), giveUp.signal)).rejects.toThrow('not any more')
  expect(ran).toEqual(['waiting'])
})
