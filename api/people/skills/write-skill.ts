import type { Ctx } from '../../platform/context.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { foldName } from '../../platform/fold-name.ts'
import { newId } from '../../platform/ids.ts'
import { skillInUse } from './skill.errors.ts'
import {
  deleteSkillRow,
  findReferencesToSkill,
  findSkillNamed,
  insertSkill,
  lockSkill,
  lockSkillCatalog,
  type SkillRow,
  updateSkillColumns,
} from './skill.queries.ts'
import type { SkillFields } from './skill.schema.ts'

/** Adds a skill, or finds the one of that name as it stands. */
export async function createSkill(
  ctx: Ctx<unknown>,
  input: SkillFields & { name: string },
): Promise<{ skill: SkillRow; isNew: boolean }> {
  await lockSkillCatalog(ctx)
  const normalized_name = foldName(input.name)
  const values = { id: newId(), name: input.name, normalized_name, category: input.category ?? '' }
  const inserted = await insertSkill(ctx, values)
  const skill = inserted ?? (await findSkillNamed(ctx, normalized_name))
  refuseUnless(skill, notFound)
  return { skill, isNew: inserted !== undefined }
}

export async function updateSkill(ctx: Ctx<unknown>, skillId: string, input: SkillFields): Promise<SkillRow> {
  await lockSkillCatalog(ctx)
  const stored = await lockSkill(ctx, skillId)
  const name = input.name ?? stored.name
  const normalized_name = foldName(name)
  const namesake = await findSkillNamed(ctx, normalized_name)
  refuseUnless(namesake === undefined || namesake.id === skillId, () =>
    fieldError('name', 'A skill of this name exists already.'),
  )
  return updateSkillColumns(ctx, skillId, { name, normalized_name, category: input.category ?? stored.category })
}

/** Removes a skill that nobody bears and no task asks for. */
export async function deleteSkill(ctx: Ctx<unknown>, skillId: string): Promise<void> {
  await lockSkillCatalog(ctx)
  await lockSkill(ctx, skillId)
  const references = await findReferencesToSkill(ctx, skillId)
  if (references.length > 0) throw skillInUse(references)
  await deleteSkillRow(ctx, skillId)
}
