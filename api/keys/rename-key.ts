import type { Ctx } from '../platform/context.ts'
import { fieldError } from '../platform/errors.ts'
import { issueWantedKey, keyTaken } from './issue-key.ts'
import { findIssuedKey, retiredKeyCounts, updateKeyState } from './key.queries.ts'
import { foldKey, type KeyKind, keyInCase } from './key-forms.ts'

const MAX_RETIRED_KEYS = 10

/**
 * Gives an object another key; the old one goes on resolving. An object may take back a key of its own. The caller holds
 * the lock of the object, so the number of retired keys cannot change meanwhile.
 */
export async function renameKey(
  ctx: Ctx<unknown>,
  input: { kind: KeyKind; objectId: string; from: string; to: string },
): Promise<string> {
  const { kind, objectId, from } = input
  const to = input.to.trim()
  if (foldKey(to) === foldKey(from)) return from
  const known = await findIssuedKey(ctx, kind, to)
  if (known && known.object_id !== objectId) throw keyTaken()
  const key = known ? await reviveKey(ctx, kind, to) : await takeNewKey(ctx, { kind, objectId, to })
  await updateKeyState(ctx, { kind, key: from, isRetired: true })
  return key
}

async function reviveKey(ctx: Ctx<unknown>, kind: KeyKind, key: string): Promise<string> {
  await updateKeyState(ctx, { kind, key, isRetired: false })
  return keyInCase(kind, key)
}

async function takeNewKey(ctx: Ctx<unknown>, input: { kind: KeyKind; objectId: string; to: string }): Promise<string> {
  const retired = (await retiredKeyCounts(ctx, [input.objectId])).get(input.objectId) ?? 0
  if (retired >= MAX_RETIRED_KEYS) {
    throw fieldError(
      'code',
      `The key was changed ${MAX_RETIRED_KEYS} times already; only an earlier one can be taken back.`,
    )
  }
  return issueWantedKey(ctx, { kind: input.kind, objectId: input.objectId, wanted: input.to })
}
