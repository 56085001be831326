import { type RankOf, rankIds } from '../model/rank-ids.ts'
import type { NamedEdit } from './named-edits.ts'

/** The number of each task in the order of the columns, and the last one that was given away. */
export interface TaskNumbering {
  numbers: Int32Array
  last: number
}

/**
 * In which order ties are broken: by the texts of numbers, as the service stores dates and exports plans, else by ids. Tasks
 * that edits add take the numbers that follow, as they would when they are made.
 */
export function rankingOf(
  ids: readonly string[],
  numbering: TaskNumbering | null,
  edits: readonly NamedEdit[],
): RankOf {
  if (numbering === null) return rankIds
  const { numbers, last } = numbering
  const added = edits.flatMap((edit) => (edit.op === 'add_task' ? [edit.id] : []))
  const numberOf = new Map(ids.map((id, task) => [id, numbers[task]]))
  added.forEach((id, at) => {
    numberOf.set(id, last + 1 + at)
  })
  return (asked) => rankIds(asked.map((id) => String(numberOf.get(id))))
}
