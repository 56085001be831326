import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SeedPeople } from './load-people.ts'

/** What hangs on tasks, by their ids. */
export interface TaskParts {
  readonly labelsOf: ReadonlyMap<string, string[]>
  readonly assignmentsOf: ReadonlyMap<string, object[]>
  readonly skillsOf: ReadonlyMap<string, object[]>
  readonly criteriaOf: ReadonlyMap<string, object[]>
}

type Db = Pick<Ctx, 'em'>

export async function loadTaskParts(ctx: Db, ids: readonly string[], people: SeedPeople): Promise<TaskParts> {
  return {
    labelsOf: await loadLabels(ctx, ids, people),
    assignmentsOf: await loadAssignments(ctx, ids, people),
    skillsOf: await loadSkills(ctx, ids),
    criteriaOf: await loadCriteria(ctx, ids),
  }
}

async function loadLabels(ctx: Db, ids: readonly string[], people: SeedPeople): Promise<Map<string, string[]>> {
  const rows = await sql<{ task_id: string; label_id: string }>(
    ctx,
    `select tl.task_id, tl.label_id from task_labels tl join labels l on l.id = tl.label_id
     where l.project_id = any($1::uuid[]) and not l.is_deleted order by l.position, l.name collate "C", l.id`,
    [ids],
  )
  return grouped(rows, (row) => people.labelSlugOf.get(row.label_id) ?? null)
}

async function loadAssignments(ctx: Db, ids: readonly string[], people: SeedPeople): Promise<Map<string, object[]>> {
  const rows = await sql<{ task_id: string; resource_id: string; units: string }>(
    ctx,
    `select a.task_id, a.resource_id, a.units from task_resources a join resources r on r.id = a.resource_id
     where a.project_id = any($1::uuid[]) order by r.name collate "C", r.job_role collate "C", r.max_units, r.id`,
    [ids],
  )
  return grouped(rows, (row) => {
    const resource = people.resourceSlugOf.get(row.resource_id)
    return resource === undefined ? null : { resource, units: Number(row.units) }
  })
}

async function loadSkills(ctx: Db, ids: readonly string[]): Promise<Map<string, object[]>> {
  const rows = await sql<{ task_id: string; name: string; min_proficiency: number }>(
    ctx,
    `select q.task_id, s.name, q.min_proficiency from task_skill_requirements q join skills s on s.id = q.skill_id
     where q.project_id = any($1::uuid[]) order by s.normalized_name collate "C"`,
    [ids],
  )
  return grouped(rows, ({ name, min_proficiency }) => ({ name, min_proficiency }))
}

interface CriterionRow {
  task_id: string
  text: string
  given_text: string
  when_text: string
  then_text: string
  met: boolean
}

async function loadCriteria(ctx: Db, ids: readonly string[]): Promise<Map<string, object[]>> {
  const rows = await sql<CriterionRow>(
    ctx,
    `select task_id, text, given_text, when_text, then_text, met from acceptance_criteria
     where project_id = any($1::uuid[]) and not is_deleted order by position, created_at, id`,
    [ids],
  )
  return grouped(rows, (row) => ({
    text: row.text,
    given: row.given_text,
    when: row.when_text,
    // biome-ignore lint/suspicious/noThenProperty: the name on the wire, and never a function.
    then: row.then_text,
    met: row.met || null,
  }))
}

function grouped<R extends { task_id: string }, T>(rows: readonly R[], toPart: (row: R) => T | null): Map<string, T[]> {
  const parts = new Map<string, T[]>()
  for (const row of rows) {
    const part = toPart(row)
    if (part === null) continue
    const known = parts.get(row.task_id)
    if (known) known.push(part)
    else parts.set(row.task_id, [part])
  }
  return parts
}
