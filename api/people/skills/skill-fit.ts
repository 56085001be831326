import type { Db } from '../../database.ts'
import { LEVEL_NAMES } from './proficiency.ts'
import { findRequiredSkills, type Pair, type RequiredSkill } from './skill-fit.queries.ts'

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

/** What tasks ask for and their resources lack, pair by pair; 0 stands for a skill that is not tagged at all. */
export async function skillFits<P extends Pair>(ctx: Db, pairs: readonly P[]): Promise<Map<P, SkillFit>> {
  const fits = pairs.map(() => ({ requiredCount: 0, missing: [] as MissingSkill[] }))
  for (const row of await findRequiredSkills(ctx, pairs)) {
    const fit = fits[row.place - 1] as (typeof fits)[number]
    fit.requiredCount += 1
    if (row.actual < row.required) fit.missing.push(missingSkill(row))
  }
  return new Map(pairs.map((pair, index) => [pair, fits[index] as SkillFit]))
}

function missingSkill(row: RequiredSkill): MissingSkill {
  return {
    skill_id: row.skill_id,
    skill_name: row.name,
    required: row.required,
    required_label: proficiencyLabel(row.required),
    actual: row.actual,
    actual_label: proficiencyLabel(row.actual),
  }
}
