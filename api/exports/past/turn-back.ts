import type { Change, PastLinkRow, PastProjectRow, PastTaskRow } from './past.queries.ts'

/** Rows of a project as they are stored, or as they stood once. */
export interface Standing {
  readonly project: PastProjectRow
  readonly tasks: readonly PastTaskRow[]
  readonly links: readonly PastLinkRow[]
}

/** Takes changes back, which come the newest first: what was made since goes, what was changed has its former values. */
export function turnBack(now: Standing, changes: readonly Change[]): Standing {
  const former = new Map<string, Record<string, unknown>>()
  const made = new Set<string>()
  for (const { object_id: id, change_type, changes: fields } of changes) {
    if (change_type === '+') made.add(id)
    const known = former.get(id) ?? {}
    for (const [column, [before]] of Object.entries(fields ?? {})) known[column] = before
    former.set(id, known)
  }
  const back = <Row extends { readonly id: string }>(row: Row): Row => ({ ...row, ...former.get(row.id) })
  const stood = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
    rows.flatMap((row) => (made.has(row.id) ? [] : [back(row)]))
  return { project: back(now.project), tasks: stood(now.tasks), links: stood(now.links) }
}
