import type { Diagnostics } from '../../plan/diagnostics.ts'
import type { PlanAssignment, PlanCalendar, PlanResource } from '../../plan/imported-plan.ts'
import type { RawProject } from '../raw-project.ts'
import type { TaskPlaces } from './task-places.ts'

const MAX_UNITS = 1000

/** Named resources of the file. The row with uid 0 stands for "unassigned" and is none. */
export function buildResources(
  raw: RawProject,
  calendars: Record<string, PlanCalendar>,
  diagnostics: Diagnostics,
): PlanResource[] {
  const resources: PlanResource[] = []
  for (const resource of raw.resources) {
    if (resource.uid === 0) continue
    if (resource.name === null) {
      diagnostics.warn('no_name', { uid: resource.uid, field: 'resource' }, 'resource without a name is not imported')
      continue
    }
    const calendar = resource.calendarUid === null ? null : String(resource.calendarUid)
    resources.push({
      id: String(resource.uid),
      name: resource.name,
      type: resource.type,
      max_units: clampUnits(resource.maxUnits),
      email: resource.email,
      calendar: calendar !== null && Object.hasOwn(calendars, calendar) ? calendar : null,
    })
  }
  return resources
}

/** Assignments whose task is in the plan. */
export function buildAssignments(
  raw: RawProject,
  places: TaskPlaces,
  resources: readonly PlanResource[],
  diagnostics: Diagnostics,
): PlanAssignment[] {
  const resourceIds = new Set(resources.map((resource) => resource.id))
  const assignments: PlanAssignment[] = []
  for (const assignment of raw.assignments) {
    // Work on the project's own summary row or on a blank line belongs to nothing that is imported.
    if (assignment.taskUid === 0 || places.of(assignment.taskUid) < 0) continue
    const resource = assignment.resourceUid === null ? null : String(assignment.resourceUid)
    const isKnown = resource !== null && resourceIds.has(resource)
    if (resource !== null && resource !== '0' && !isKnown) {
      const where = { uid: assignment.taskUid, field: 'assignments' }
      diagnostics.warn(
        'unknown_resource',
        where,
        `resource ${resource} is not in the plan; the work is kept as unassigned`,
      )
    }
    assignments.push({
      task: String(assignment.taskUid),
      resource: isKnown ? resource : null,
      units: clampUnits(assignment.units),
      work_minutes: assignment.workMinutes,
    })
  }
  return assignments
}

function clampUnits(units: number): number {
  return Number.isFinite(units) ? Math.min(MAX_UNITS, Math.max(0, units)) : 1
}
