import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { holdResource, type SkillTag } from '../resources/resource.queries.ts'
import type { Proficiency } from './proficiency.ts'
import { holdSkill, lockSkillCatalog } from './skill.queries.ts'
import type { TagFields } from './skill.schema.ts'
import { loadTag } from './tag.queries.ts'

const DEFAULT_PROFICIENCY: Proficiency = { level: 2, isNamed: false }

/** Says what a resource is able to do. */
export async function createTag(
  ctx: Ctx<unknown>,
  input: TagFields & { resource: string; skill: string },
): Promise<SkillTag> {
  await lockSkillCatalog(ctx)
  await holdResource(ctx, input.resource)
  await holdSkill(ctx, input.skill)
  const { level, isNamed } = input.proficiency ?? DEFAULT_PROFICIENCY
  const row = await sqlOne<{ id: string }>(
    ctx,
    `insert into resource_skills (id, resource_id, skill_id, proficiency, is_named) values ($1, $2, $3, $4, $5)
     on conflict (resource_id, skill_id) do nothing returning id`,
    [newId(), input.resource, input.skill, level, isNamed],
  )
  refuseUnless(row, twinTag)
  return loadTag(ctx, row.id)
}

export async function updateTag(ctx: Ctx<unknown>, tagId: string, input: TagFields): Promise<SkillTag> {
  await lockSkillCatalog(ctx)
  const stored = await loadTag(ctx, tagId)
  const resource = input.resource ?? stored.resource
  const skill = input.skill ?? stored.skill
  if (resource !== stored.resource) await holdResource(ctx, resource)
  if (skill !== stored.skill) await holdSkill(ctx, skill)
  const twin = await sqlOne(
    ctx,
    'select 1 as ok from resource_skills where resource_id = $1 and skill_id = $2 and id <> $3',
    [resource, skill, tagId],
  )
  refuseUnless(!twin, twinTag)
  await sql(
    ctx,
    `update resource_skills set resource_id = $2, skill_id = $3,
       proficiency = coalesce($4, proficiency), is_named = coalesce($5, is_named),
       server_version = server_version + 1 where id = $1`,
    [tagId, resource, skill, input.proficiency?.level ?? null, input.proficiency?.isNamed ?? null],
  )
  return loadTag(ctx, tagId)
}

export async function deleteTag(ctx: Ctx<unknown>, tagId: string): Promise<void> {
  await lockSkillCatalog(ctx)
  const tag = await loadTag(ctx, tagId)
  await sql(ctx, 'delete from resource_skills where id = $1', [tag.id])
}

function twinTag(): Error {
  return fieldError('non_field_errors', 'The resource bears this skill already.')
}
