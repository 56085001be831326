import type { RowShape } from './snapshots.ts'

const WORK = ['status', 'duration', 'structure_role', 'auto_container', 'own_status', 'own_estimate'] as const

type Work = Pick<RowShape, (typeof WORK)[number]>

/**
 * Status, duration and role of a row once a change of the tree is taken back. What becoming or ceasing to be a phase did
 * to them goes back; what somebody wrote in the meantime stays.
 */
export function restoredWork(before: RowShape, after: RowShape, current: RowShape): Work {
  const isUntouched = WORK.every((column) => before[column] === after[column])
  // In that state already: the row has gained or lost other children since.
  const isThere = isParked(current) === isParked(before) && isParked(before) !== isParked(after)
  if (isUntouched || isThere) return workOf(current)
  const role = current.structure_role === after.structure_role ? before : current
  const { structure_role, auto_container } = role
  if (isParked(before) && !isParked(after)) {
    return {
      status: before.status,
      duration: before.duration,
      structure_role,
      auto_container,
      own_status: current.status === after.status ? before.own_status : current.status,
      own_estimate: current.duration === after.duration ? before.own_estimate : current.duration,
    }
  }
  return { ...workOf(before), structure_role, auto_container }
}

/** A phase keeps the status and the duration of its own aside. */
function isParked(row: RowShape): boolean {
  return row.own_status !== null || row.own_estimate !== null
}

function workOf(row: RowShape): Work {
  const { status, duration, structure_role, auto_container, own_status, own_estimate } = row
  return { status, duration, structure_role, auto_container, own_status, own_estimate }
}
