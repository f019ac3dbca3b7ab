import { startLegacyHttp, startModernHttp } from '@harness-mcp/lab'
import { expect, it, onTestFinished } from 'vitest'

import type { Assignment } from '../../src/driver/assignment.js'
import { drive } from '../../src/driver/drive.js'

async function assignment(changes: Partial<Assignment>): Promise<Assignment> {
  const server = await startModernHttp()
  onTestFinished(() => server.close())
  return { scenario: 'initialize', revision: '2026-07-28', context: '{}', url: server.url, ...changes }
}

it('is content with a ready server of the revision', async () => {
  await expect(drive(await assignment({}))).resolves.toBeUndefined()
})

it('is not content with another revision', async () => {
  const legacy = await startLegacyHttp()
  onTestFinished(() => legacy.close())
  await expect(drive(await assignment({ url: legacy.url }))).rejects.toThrow(
    'revision 2025-11-25 was negotiated instead of 2026-07-28',
  )
})

it('is not content when nobody answers', async () => {
  const gone = await startModernHttp()
  await gone.close()
  await expect(drive(await assignment({ url: gone.url }))).rejects.toThrow(/^backoff instead of ready: /)
})

it('is not content when the scenario’s tool is not offered', async () => {
  await expect(drive(await assignment({ scenario: 'tools_call' }))).rejects.toThrow(
    'the tool "add_numbers" is not offered',
  )
})

it('knows its scenarios', async () => {
  await expect(drive(await assignment({ scenario: 'auth/basic' }))).rejects.toThrow(
    'no task for the scenario "auth/basic"',
  )
})
