import { plainText, untilAborted } from '@harness-mcp/result-adapter'

import { reasonOf } from '../errors.js'
import type { Permission, PermissionAnswer, PermissionRequest } from './permission.js'

const REASON_BYTES = 4_096

/**
 * Puts the question and gives an answer in every case but one: rejects with the reason of the request's signal as soon as
 * that is aborted, whether the step ever settles or not.
 */
export async function ask(permission: Permission, request: PermissionRequest): Promise<PermissionAnswer> {
  const { signal } = request
  signal.throwIfAborted()
  return untilAborted(settled(permission, request), signal)
}

async function settled(permission: Permission, request: PermissionRequest): Promise<PermissionAnswer> {
  try {
    return parseAnswer(await permission(request))
  } catch (error) {
    return { kind: 'deny', reason: `the permission step failed: ${plainText(reasonOf(error), REASON_BYTES)}` }
  }
}

/** Whoever calls without types can answer with anything; only a clear yes is one. */
export function parseAnswer(answer: unknown): PermissionAnswer {
  if (typeof answer !== 'object' || answer === null || !('kind' in answer)) return NONSENSE
  if (answer.kind === 'allow') {
    return 'remember' in answer && answer.remember === true ? { kind: 'allow', remember: true } : { kind: 'allow' }
  }
  if (answer.kind !== 'deny') return NONSENSE
  const reason =
    'reason' in answer && typeof answer.reason === 'string' ? plainText(answer.reason, REASON_BYTES).trim() : ''
  return reason === '' ? { kind: 'deny' } : { kind: 'deny', reason }
}

const NONSENSE: PermissionAnswer = {
  kind: 'deny',
  reason: 'the permission step gave an answer that is neither allow nor deny',
}
