import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'

const PROFICIENCY_LABELS = ['not tagged', 'Beginner', 'Intermediate', 'Expert']

function proficiencyLabel(proficiency: number): string {
  return PROFICIENCY_LABELS[proficiency] ?? String(proficiency)
}

export interface MissingSkill {
  readonly skill_id: string
  readonly skill_name: string
  readonly required: number
  readonly required_label: string
  readonly actual: number
  readonly actual_label: string
}

export interface SkillFit {
  readonly requiredCount: number
  readonly missing: readonly MissingSkill[]
}

export type FitName = 'exact' | 'partial' | 'missing'

export function fitName({ requiredCount, missing }: SkillFit): FitName {
  if (missing.length === 0) return 'exact'
  return missing.length < requiredCount ? 'partial' : 'missing'
}

/** What a task asks for and each of the resources lacks; 0 stands for a skill that is not tagged at all. */
export async function skillFits(
  ctx: Pick<Ctx, 'em'>,
  taskId: string,
  resourceIds: readonly string[],
): Promise<Map<string, SkillFit>> {
  const rows = await sql<{ resource_id: string; skill_id: string; name: string; required: number; actual: number }>(
    ctx,
    `select r.id as resource_id, q.skill_id, s.name, q.min_proficiency as required, coalesce(t.proficiency, 0) as actual
     from unnest($2::uuid[]) as r(id) cross join task_skill_requirements q join skills s on s.id = q.skill_id
     left join resource_skills t on t.resource_id = r.id and t.skill_id = q.skill_id
     where q.task_id = $1 order by s.normalized_name`,
    [taskId, resourceIds],
  )
  const fits = new Map(resourceIds.map((id) => [id, { requiredCount: 0, missing: [] as MissingSkill[] }]))
  for (const row of rows) {
    const fit = fits.get(row.resource_id)
    if (!fit) continue
    fit.requiredCount += 1
    if (row.actual < row.required) fit.missing.push(missingSkill(row))
  }
  return fits
}

function missingSkill(row: { skill_id: string; name: string; required: number; actual: number }): MissingSkill {
  return {
    skill_id: row.skill_id,
    skill_name: row.name,
    required: row.required,
    required_label: proficiencyLabel(row.required),
    actual: row.actual,
    actual_label: proficiencyLabel(row.actual),
  }
}
