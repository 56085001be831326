// biome-ignore-all lint/suspicious/noThenProperty: given, when, then are names on the wire, and never functions.
import { instantText } from '../platform/db/sql.ts'
import type { Criterion } from '../tasks/task-parts.schema.ts'
import type { CriterionRow } from './criterion.queries.ts'

export function presentCriterion(row: CriterionRow): Criterion {
  return {
    id: row.id,
    task: row.task_id,
    text: row.text,
    given: row.given_text,
    when: row.when_text,
    then: row.then_text,
    met: row.met,
    position: row.position,
    met_by: row.met_by_id,
    met_by_name: row.met_by_name,
    met_at: instantText(row.met_at),
    server_version: row.server_version,
  }
}
