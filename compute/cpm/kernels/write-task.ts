import { isDone } from './place-in-workdays.ts'
import { RECORD, type ResidentNetwork, type WorkdayNetwork } from './workday-network.ts'

const { late, next, early, length, words } = RECORD

/** Writes the row of one task, by the record of its node unless told where it starts and how late it may without moving what follows. */
export function writeTask(
  { states, days, taskCount }: WorkdayNetwork,
  { records, dates }: Pick<ResidentNetwork, 'records' | 'dates'>,
  node: number,
  task: number,
  start = records[words * node + early],
  nextStart = records[words * node + next],
): void {
  const { columns, isCritical } = dates
  const record = words * node
  const isBehind = states !== null && isDone(states[node])
  const latest = isBehind ? start : records[record + late] + dates.finish
  const toLast = records[record + length] - 1
  columns[task] = days[start]
  columns[taskCount + task] = days[start + toLast]
  columns[2 * taskCount + task] = days[latest]
  columns[3 * taskCount + task] = days[latest + toLast]
  columns[4 * taskCount + task] = days[start]
  columns[5 * taskCount + task] = latest - start
  columns[6 * taskCount + task] = isBehind ? 0 : Math.max(0, Math.min(latest, nextStart) - start)
  isCritical[task] = latest <= start && !isBehind ? 1 : 0
}
