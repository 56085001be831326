import { instantText } from '../platform/db/sql.ts'

/** A criterion as read, under its names on the wire. */
export interface CriterionRow {
  readonly id: string
  readonly task: string
  readonly text: string
  readonly given: string
  readonly when: string
  readonly then: string
  readonly met: boolean
  readonly position: number
  readonly met_by: string | null
  readonly met_by_name: string | null
  readonly met_at: string | null
  readonly server_version: number
}

/** Select list of a `CriterionRow` from `CRITERIA`. */
export const CRITERION_COLUMNS = `c.id, c.task_id as task, c.text, c.given_text as given, c.when_text as "when",
  c.then_text as "then", c.met, c.position, c.met_by_id as met_by,
  coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.username) as met_by_name, c.met_at, c.server_version`

/** Criteria with whoever met them. Those of a deleted task stay, to come back with it. */
export const CRITERIA = 'acceptance_criteria c left join accounts a on a.id = c.met_by_id'

export function presentCriterion(row: CriterionRow): CriterionRow {
  return { ...row, met_at: instantText(row.met_at) }
}
