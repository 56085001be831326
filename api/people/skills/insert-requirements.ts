import type { Ctx } from '../../platform/context.ts'
import { insertRequirementSet } from './requirement.queries.ts'
import { createSkill } from './write-skill.ts'

export interface NewRequirement {
  readonly taskId: string
  /** Of the skill, which is made where it is not known yet. */
  readonly name: string
  readonly min_proficiency?: number | undefined
}

const DEFAULT_MINIMUM = 1

/** What new tasks ask of whoever works on them, as a set; the first of two for one skill stands. */
export async function insertRequirements(
  ctx: Ctx<unknown>,
  projectId: string,
  rows: readonly NewRequirement[],
): Promise<void> {
  const skillIdOf = new Map<string, string>()
  for (const { name } of rows)
    if (!skillIdOf.has(name)) skillIdOf.set(name, (await createSkill(ctx, { name })).skill.id)
  if (rows.length === 0) return
  const asked = rows.map(({ taskId, name, min_proficiency = DEFAULT_MINIMUM }) => ({
    task_id: taskId,
    skill_id: skillIdOf.get(name) as string,
    min_proficiency,
  }))
  await insertRequirementSet(ctx, projectId, asked)
}
