import type { Ctx } from '../platform/context.ts'
import { type FieldErrors, fieldError } from '../platform/errors.ts'
import { deriveKey } from './derive-key.ts'
import { insertIssuedKey, nextFreeKey } from './key.queries.ts'
import { type KeyKind, keyFault, keyInCase } from './key-forms.ts'

const FORM: Record<KeyKind, string> = {
  project: 'A key has 2 to 10 letters and digits and starts with a letter.',
  program: 'A key has up to 40 letters and digits in words joined by hyphens.',
}

/** Gives a new object its key: the wanted one, else one made from the name. */
export async function issueKey(
  ctx: Ctx<unknown>,
  input: { kind: KeyKind; objectId: string; wanted?: string | undefined; name: string },
): Promise<string> {
  const { kind, objectId } = input
  const wanted = input.wanted?.trim() ?? ''
  if (wanted !== '') return issueWantedKey(ctx, { kind, objectId, wanted })
  const stem = deriveKey(kind, input.name)
  for (;;) {
    const key = await nextFreeKey(ctx, kind, stem)
    if (await insertIssuedKey(ctx, { kind, key, objectId })) return key
  }
}

/** Records a key that somebody chose; malformed, reserved and used ones are field errors on `code`. */
export async function issueWantedKey(
  ctx: Ctx<unknown>,
  input: { kind: KeyKind; objectId: string; wanted: string },
): Promise<string> {
  const { kind, objectId, wanted } = input
  const fault = keyFault(kind, wanted)
  if (fault === 'reserved') throw fieldError('code', 'This key is reserved.')
  if (fault === 'invalid') throw fieldError('code', FORM[kind])
  const key = keyInCase(kind, wanted)
  if (!(await insertIssuedKey(ctx, { kind, key, objectId }))) throw keyTaken()
  return key
}

export function keyTaken(): FieldErrors {
  return fieldError('code', 'This key is or was in use.')
}
