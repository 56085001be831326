import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { LEVEL_NAMES } from './proficiency.ts'

const PROFICIENCY_LABELS = ['not tagged', ...LEVEL_NAMES]

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

export interface Pair {
  readonly task_id: string
  readonly resource_id: string
}

/** What tasks ask for and their resources lack, pair by pair; 0 stands for a skill that is not tagged at all. */
export async function skillFits<P extends Pair>(ctx: Pick<Ctx, 'em'>, pairs: readonly P[]): Promise<Map<P, SkillFit>> {
  const fits = pairs.map(() => ({ requiredCount: 0, missing: [] as MissingSkill[] }))
  const rows = await sql<{ place: number; skill_id: string; name: string; required: number; actual: number }>(
    ctx,
    `select pair.place::int as place, q.skill_id, s.name, q.min_proficiency as required, coalesce(t.proficiency, 0) as actual
     from unnest($1::uuid[], $2::uuid[]) with ordinality as pair(task_id, resource_id, place)
     join task_skill_requirements q on q.task_id = pair.task_id join skills s on s.id = q.skill_id
     left join resource_skills t on t.resource_id = pair.resource_id and t.skill_id = q.skill_id
     order by s.normalized_name`,
    [pairs.map((pair) => pair.task_id), pairs.map((pair) => pair.resource_id)],
  )
  for (const row of rows) {
    const fit = fits[row.place - 1] as (typeof fits)[number]
    fit.requiredCount += 1
    if (row.actual < row.required) fit.missing.push(missingSkill(row))
  }
  return new Map(pairs.map((pair, index) => [pair, fits[index] as SkillFit]))
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
