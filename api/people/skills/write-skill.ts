import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { foldName } from '../../platform/fold-name.ts'
import { newId } from '../../platform/ids.ts'
import { skillInUse } from './skill.errors.ts'
import { loadSkill, lockSkillCatalog, referencesToSkill, type SkillRow } from './skill.queries.ts'
import type { SkillFields } from './skill.schema.ts'

/** Adds a skill, or finds the one of that name as it stands. */
export async function createSkill(
  ctx: Ctx<unknown>,
  input: SkillFields & { name: string },
): Promise<{ skill: SkillRow; isNew: boolean }> {
  await lockSkillCatalog(ctx)
  const key = foldName(input.name)
  const inserted = await sqlOne<{ id: string }>(
    ctx,
    `insert into skills (id, name, normalized_name, category) values ($1, $2, $3, $4)
     on conflict (normalized_name) do nothing returning id`,
    [newId(), input.name, key, input.category ?? ''],
  )
  if (inserted) return { skill: await loadSkill(ctx, inserted.id), isNew: true }
  const known = await sqlOne<{ id: string }>(ctx, 'select id from skills where normalized_name = $1', [key])
  refuseUnless(known, notFound)
  return { skill: await loadSkill(ctx, known.id), isNew: false }
}

export async function updateSkill(ctx: Ctx<unknown>, skillId: string, input: SkillFields): Promise<SkillRow> {
  await lockSkill(ctx, skillId)
  const stored = await loadSkill(ctx, skillId)
  const name = input.name ?? stored.name
  const key = foldName(name)
  const twin = await sqlOne(ctx, 'select 1 as ok from skills where normalized_name = $1 and id <> $2', [key, skillId])
  refuseUnless(!twin, () => fieldError('name', 'A skill of this name exists already.'))
  await sql(
    ctx,
    `update skills set name = $2, normalized_name = $3, category = $4, server_version = server_version + 1
     where id = $1`,
    [skillId, name, key, input.category ?? stored.category],
  )
  return loadSkill(ctx, skillId)
}

/** Removes a skill that nobody bears and no task asks for. */
export async function deleteSkill(ctx: Ctx<unknown>, skillId: string): Promise<void> {
  await lockSkill(ctx, skillId)
  const references = await referencesToSkill(ctx, skillId)
  if (references.length > 0) throw skillInUse(references)
  await sql(ctx, 'delete from skills where id = $1', [skillId])
}

async function lockSkill(ctx: Ctx<unknown>, skillId: string): Promise<void> {
  await lockSkillCatalog(ctx)
  const row = await sqlOne(ctx, 'select 1 as ok from skills where id = $1 for update', [skillId])
  refuseUnless(row, notFound)
}
