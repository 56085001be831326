// Constraints, deadlines and moments of rows on their way from the database to the engine: four words a row, in which 0 says none,
// so that rows without any need no words at all.

import { OF_SUMMARIES } from '../../compute/model/check-constraints.ts'
import { CONSTRAINT, setConstraint } from '../../compute/model/constraint-columns.ts'
import { NO_DAY, type ScheduleColumns } from '../../compute/model/schedule-columns.ts'

export const CONSTRAINT_WIDTH = 4
/** Above every day before 1970 that a date can name. */
export const DAY_OFFSET = 1_000_000

/** Gives the columns what holds their tasks. A task that has become a phase keeps only what a phase can have. */
export function fillConstraints(
  columns: ScheduleColumns,
  { constraintWords }: { readonly constraintWords: Int32Array },
  rowOfTask: Int32Array,
): void {
  if (constraintWords.length === 0) return
  const phases = new Set(columns.parentIndex)
  const dayAt = (place: number): number => {
    const word = constraintWords[place] as number
    return word === 0 ? NO_DAY : word - DAY_OFFSET
  }
  for (let task = 0; task < rowOfTask.length; task++) {
    const place = CONSTRAINT_WIDTH * (rowOfTask[task] as number)
    const kind = constraintWords[place] as number
    const isKept = !phases.has(task) || OF_SUMMARIES.includes(kind)
    const [type, day] = isKept ? [kind, dayAt(place + 1)] : [CONSTRAINT.ASAP, NO_DAY]
    setConstraint(columns, task, { type, day, deadlineDay: dayAt(place + 2) })
    columns.milestoneMoment[task] = constraintWords[place + 3] as number
  }
}
