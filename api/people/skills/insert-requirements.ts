import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids.ts'
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
  await sql(
    ctx,
    `insert into task_skill_requirements (id, project_id, task_id, skill_id, min_proficiency)
     select id, $1, task_id, skill_id, minimum
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::int[]) as row(id, task_id, skill_id, minimum)
     on conflict (task_id, skill_id) do nothing`,
    [
      projectId,
      rows.map(() => newId()),
      rows.map((row) => row.taskId),
      rows.map((row) => skillIdOf.get(row.name)),
      rows.map((row) => row.min_proficiency ?? DEFAULT_MINIMUM),
    ],
  )
}
