import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { emitRosterChanged } from '../people.events.ts'
import { joinRoster } from '../roster/roster.queries.ts'
import { MAX_UNITS, MIN_UNITS } from '../units.ts'
import { insertAssignmentSet } from './assignment.queries.ts'

export interface NewAssignment {
  readonly taskId: string
  readonly resourceId: string
  readonly units: number
}

export interface InsertedAssignments {
  readonly createdCount: number
  /** Assignments whose units were cut to what the service stores. */
  readonly clampedCount: number
}

const ROWS_PER_STATEMENT = 10_000

/**
 * Writes assignments of the scope's project as a set, for importers: the shares of one resource in one task add up, whoever
 * is assigned joins the roster, and a pair that is stored already stays as it is.
 */
export async function insertAssignments(
  ctx: Ctx<ProjectScope>,
  rows: readonly NewAssignment[],
): Promise<InsertedAssignments> {
  if (rows.length === 0) return { createdCount: 0, clampedCount: 0 }
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  const pairs = addUp(rows)
  let createdCount = 0
  for (let start = 0; start < pairs.length; start += ROWS_PER_STATEMENT) {
    const shares = pairs.slice(start, start + ROWS_PER_STATEMENT).map(({ taskId, resourceId, units }) => ({
      task_id: taskId,
      resource_id: resourceId,
      units: clamp(units).toFixed(2),
    }))
    createdCount += await insertAssignmentSet(ctx, projectId, shares)
  }
  const joined = await joinRoster(
    ctx,
    projectId,
    pairs.map((pair) => pair.resourceId),
  )
  for (const resourceId of joined) emitRosterChanged(ctx, [projectId], resourceId)
  return { createdCount, clampedCount: pairs.filter((pair) => clamp(pair.units) !== pair.units).length }
}

function addUp(rows: readonly NewAssignment[]): NewAssignment[] {
  const pairs = new Map<string, NewAssignment>()
  for (const row of rows) {
    const key = `${row.taskId} ${row.resourceId}`
    const units = hundredths(row.units) + (pairs.get(key)?.units ?? 0)
    pairs.set(key, { ...row, units: hundredths(units) })
  }
  return [...pairs.values()]
}

function hundredths(units: number): number {
  return Number.isFinite(units) ? Math.round(units * 100) / 100 : 1
}

function clamp(units: number): number {
  return Math.min(MAX_UNITS, Math.max(MIN_UNITS, units))
}
