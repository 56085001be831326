import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Ctx } from '../../platform/context.ts'
import { loadResourceCalendars } from '../resource-calendars.ts'
import type { MissingSkill } from '../skills/skill-fit.ts'
import type { AssignmentRow } from './assignment.queries.ts'
import { findOverload } from './find-overload.ts'
import type { FittedAssignment } from './fit-assignments.ts'
import { findCapacity, findLoads } from './load.queries.ts'

export interface AssignmentWarning {
  readonly code: 'resource_overallocated' | 'skill_mismatch'
  readonly detail: string
  readonly [fact: string]: unknown
}

/** Skills named in the sentence; the list beside it holds all. */
const NAMED_SKILLS = 3

/** What a person should know of an assignment that was written. Nothing here stands in its way. */
export async function warnOfAssignment(
  ctx: Ctx<unknown>,
  { row, fit }: FittedAssignment,
): Promise<AssignmentWarning[]> {
  return [...(await warnOfLoad(ctx, row)), ...warnOfSkills(row, fit.missing)]
}

async function warnOfLoad(ctx: Ctx<unknown>, row: AssignmentRow): Promise<AssignmentWarning[]> {
  const facts = await findCapacity(ctx, row)
  const capacity = facts?.capacity ?? 1
  const ownId = facts?.calendar_id ?? null
  const { layer } = (await loadResourceCalendars(ctx, row.project_id, [ownId])).of(ownId)
  const overload = findOverload(await findLoads(ctx, row), row.task_id, capacity, layer)
  if (overload === null) return []
  const date = overload.day === null ? null : formatCivilDay(overload.day)
  const share = `${percent(overload.load)} allocated with ${percent(capacity)} available`
  return [
    {
      code: 'resource_overallocated',
      detail: `${row.resource_name} is ${share} ${date === null ? 'over the open tasks without dates' : `on ${date}`}.`,
      resource_id: row.resource_id,
      resource_name: row.resource_name,
      date,
      load: overload.load.toFixed(2),
      capacity: capacity.toFixed(2),
    },
  ]
}

function percent(units: number): string {
  return `${Math.round(units * 100)}%`
}

function warnOfSkills(row: AssignmentRow, missing: readonly MissingSkill[]): AssignmentWarning[] {
  if (missing.length === 0) return []
  const named = missing.slice(0, NAMED_SKILLS).map((skill) => skill.skill_name)
  const rest = missing.length > named.length ? ` and ${missing.length - named.length} more` : ''
  return [
    {
      code: 'skill_mismatch',
      detail: `${row.resource_name} lacks skills that the task asks for: ${named.join(', ')}${rest}.`,
      missing_skills: missing,
    },
  ]
}
