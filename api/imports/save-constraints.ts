import type { PlanTask } from '../../importers/plan/imported-plan.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'

type HeldTask = Pick<PlanTask, 'id' | 'constraint_type' | 'constraint_date' | 'deadline'>

/** Writes what holds the tasks of a plan beside their earliest starts; most are held to nothing else. */
export async function saveConstraints(
  ctx: Ctx<unknown>,
  plan: { readonly tasks: readonly HeldTask[] },
  idOf: ReadonlyMap<string, string>,
): Promise<void> {
  const held = plan.tasks.filter((task) => kindOf(task) !== null || task.deadline != null)
  if (held.length === 0) return
  await sql(
    ctx,
    `update tasks set constraint_type = u.kind, constraint_date = u.day, deadline = u.deadline
     from unnest($1::uuid[], $2::text[], $3::date[], $4::date[]) as u(id, kind, day, deadline) where tasks.id = u.id`,
    [
      held.map((task) => idOf.get(task.id)),
      held.map(kindOf),
      held.map((task) => (kindOf(task) === null ? null : (task.constraint_date ?? null))),
      held.map((task) => task.deadline ?? null),
    ],
  )
}

/** "As soon as possible" is no constraint. */
function kindOf({ constraint_type: kind }: HeldTask): string | null {
  return kind == null || kind === 'ASAP' ? null : kind
}
