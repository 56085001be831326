import type { Db } from '../../platform/db/db.ts'
import type { SeedPeople } from './load-people.ts'
import { loadTaskAssignments, loadTaskCriteria, loadTaskLabels, loadTaskSkills } from './seed.queries.ts'

/** What hangs on tasks, by their ids. */
export interface TaskParts {
  readonly labelsOf: ReadonlyMap<string, string[]>
  readonly assignmentsOf: ReadonlyMap<string, object[]>
  readonly skillsOf: ReadonlyMap<string, object[]>
  readonly criteriaOf: ReadonlyMap<string, object[]>
}

export async function loadTaskParts(db: Db, ids: readonly string[], people: SeedPeople): Promise<TaskParts> {
  return {
    labelsOf: grouped(await loadTaskLabels(db, ids), (row) => people.labelSlugOf.get(row.label_id) ?? null),
    assignmentsOf: grouped(await loadTaskAssignments(db, ids), (row) => {
      const resource = people.resourceSlugOf.get(row.resource_id)
      return resource === undefined ? null : { resource, units: Number(row.units) }
    }),
    skillsOf: grouped(await loadTaskSkills(db, ids), ({ name, min_proficiency }) => ({ name, min_proficiency })),
    criteriaOf: grouped(await loadTaskCriteria(db, ids), (row) => ({
      text: row.text,
      given: row.given_text,
      when: row.when_text,
      // biome-ignore lint/suspicious/noThenProperty: the name on the wire, and never a function.
      then: row.then_text,
      met: row.met || null,
    })),
  }
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
