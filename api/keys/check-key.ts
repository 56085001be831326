import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { deriveKey } from './derive-key.ts'
import { findIssuedKey, nextFreeKey } from './key.queries.ts'
import { type KeyFault, type KeyKind, keyFault, keyInCase } from './key-forms.ts'
import { findOwnProgram, findOwnProject } from './reference.queries.ts'

export interface KeyAnswer {
  available: boolean
  reason: KeyFault | 'taken' | null
  suggestion: string | null
}

/** A free key made from a name. Nothing is reserved by asking. */
export function suggestKey(ctx: Ctx, kind: KeyKind, name: string): Promise<string> {
  return nextFreeKey(ctx, kind, deriveKey(kind, name))
}

/**
 * Whether a key can be given to an object (its own, live or retired, can) or to a new one. The object must be one that the
 * caller is a member of.
 */
export async function checkKey(
  ctx: Ctx,
  input: { kind: KeyKind; key: string; objectId: string | undefined },
): Promise<KeyAnswer> {
  const { kind, objectId } = input
  const key = input.key.trim()
  if (objectId !== undefined && !(await isMember(ctx, kind, objectId))) throw notFound()
  const issued = await findIssuedKey(ctx, kind, key)
  if (issued && issued.object_id === objectId) return { available: true, reason: null, suggestion: null }
  const fault = keyFault(kind, key)
  if (fault) return { available: false, reason: fault, suggestion: await suggestKey(ctx, kind, key) }
  if (!issued) return { available: true, reason: null, suggestion: null }
  return { available: false, reason: 'taken', suggestion: await nextFreeKey(ctx, kind, keyInCase(kind, key)) }
}

async function isMember(ctx: Ctx, kind: KeyKind, objectId: string): Promise<boolean> {
  const find = kind === 'project' ? findOwnProject : findOwnProgram
  return (await find(ctx, objectId)) !== undefined
}
