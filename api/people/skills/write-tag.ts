import type { Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { holdResource } from '../resources/resource.queries.ts'
import type { Proficiency } from './proficiency.ts'
import { holdSkill, lockSkillCatalog } from './skill.queries.ts'
import type { TagFields } from './skill.schema.ts'
import { deleteTagRow, hasTwinTag, insertTag, loadTag, type TagRow, updateTagColumns } from './tag.queries.ts'

const DEFAULT_PROFICIENCY: Proficiency = { level: 2, isNamed: false }

/** Says what a resource is able to do. */
export async function createTag(
  ctx: Ctx<unknown>,
  input: TagFields & { resource: string; skill: string },
): Promise<TagRow> {
  await lockSkillCatalog(ctx)
  await holdResource(ctx, input.resource)
  await holdSkill(ctx, input.skill)
  const { level, isNamed } = input.proficiency ?? DEFAULT_PROFICIENCY
  const inserted = await insertTag(ctx, {
    id: newId(),
    resource_id: input.resource,
    skill_id: input.skill,
    proficiency: level,
    is_named: isNamed,
  })
  refuseUnless(inserted, twinTag)
  return loadTag(ctx, inserted.id)
}

export async function updateTag(ctx: Ctx<unknown>, tagId: string, input: TagFields): Promise<TagRow> {
  await lockSkillCatalog(ctx)
  const stored = await loadTag(ctx, tagId)
  const pair = { resource_id: input.resource ?? stored.resource_id, skill_id: input.skill ?? stored.skill_id }
  if (pair.resource_id !== stored.resource_id) await holdResource(ctx, pair.resource_id)
  if (pair.skill_id !== stored.skill_id) await holdSkill(ctx, pair.skill_id)
  refuseUnless(!(await hasTwinTag(ctx, { id: tagId, ...pair })), twinTag)
  await updateTagColumns(ctx, tagId, {
    ...pair,
    proficiency: input.proficiency?.level ?? stored.proficiency,
    is_named: input.proficiency?.isNamed ?? stored.is_named,
  })
  return loadTag(ctx, tagId)
}

export async function deleteTag(ctx: Ctx<unknown>, tagId: string): Promise<void> {
  await lockSkillCatalog(ctx)
  const tag = await loadTag(ctx, tagId)
  await deleteTagRow(ctx, tag.id)
}

function twinTag(): Error {
  return fieldError('non_field_errors', 'The resource bears this skill already.')
}
