import { quoted } from '../../../importers/plan/diagnostics.ts'
import type { ImportedPlan, PlanResource, ReceiptEntry } from '../../../importers/plan/imported-plan.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { adoptLabels, foldLabel } from '../../labels/adopt-labels.ts'
import { insertTaskLabels } from '../../labels/label.queries.ts'
import { insertAssignments } from '../../people/assignments/insert-assignments.ts'
import { adoptResources } from '../../people/resources/adopt-resources.ts'
import { MAX_UNITS, MIN_UNITS } from '../../people/units.ts'
import type { Ctx } from '../../platform/context.ts'
import { calendarMeaning } from './adopt-calendars.ts'

/** One line each, so that a file of thousands stays readable; the sentence counts them all. */
const NAMED_CALENDARS = 200

/** What an import did about people or labels: fields of its summary, and prose for what stayed out. */
export interface Adopted {
  readonly counts: Readonly<Record<string, number>>
  readonly warnings: readonly string[]
  readonly receipt: readonly ReceiptEntry[]
}

/**
 * People of the plan become resources, their work assignments. Material and cost are no people and stay out, and so does
 * work on a summary, which takes no assignments here.
 */
export async function adoptPeople(
  ctx: Ctx<ProjectScope>,
  plan: ImportedPlan,
  taskIdOf: ReadonlyMap<string, string>,
): Promise<Adopted> {
  const people = plan.resources.filter((resource) => resource.type === 'work')
  const adopted = await adoptResources(
    ctx,
    ctx.scope.projectId,
    people.map((resource) => ({ name: resource.name, email: resource.email, maxUnits: resource.max_units })),
  )
  const idOf = new Map(people.map((resource) => [resource.id, adopted.idOf.get(resource.name)]))
  const summaries = new Set(plan.tasks.flatMap((task) => task.parent ?? []))
  const given = plan.assignments.filter((assignment) => assignment.resource !== null)
  const ofPeople = given.filter((assignment) => idOf.get(assignment.resource as string) !== undefined)
  const onLeaves = ofPeople.filter((assignment) => !summaries.has(assignment.task))
  const written = await insertAssignments(
    ctx,
    onLeaves.flatMap((assignment) => {
      const taskId = taskIdOf.get(assignment.task)
      const resourceId = idOf.get(assignment.resource as string)
      return taskId && resourceId ? [{ taskId, resourceId, units: assignment.units }] : []
    }),
  )
  const { calendars, receipt } = reportCalendars(plan, people)
  return {
    receipt,
    counts: {
      resources_matched: adopted.matchedCount,
      resources_created: adopted.createdCount,
      assignments_created: written.createdCount,
    },
    warnings: sentences([
      [calendars, 'Not imported: calendars of ? resources.'],
      [plan.resources.length - people.length, 'Not imported: ? material and cost resources.'],
      [given.length - ofPeople.length, 'Not imported: ? assignments of material and cost resources.'],
      [ofPeople.length - onLeaves.length, 'Not imported: ? assignments on summary tasks.'],
      [
        written.clampedCount,
        `Partially imported: ? assignments, whose units were cut to ${MIN_UNITS.toFixed(2)} to ${MAX_UNITS.toFixed(2)}.`,
      ],
    ]),
  }
}

/** Days off of one person belong to the workspace's own record of that person; an import never changes it. */
function reportCalendars(
  plan: ImportedPlan,
  people: readonly PlanResource[],
): { calendars: number; receipt: ReceiptEntry[] } {
  const own = calendarMeaning(plan.calendar)
  const differing = people.filter(({ calendar }) => {
    const theirs = calendar === null ? undefined : plan.calendars[calendar]
    return theirs !== undefined && calendarMeaning(theirs) !== own
  })
  const receipt = differing.slice(0, NAMED_CALENDARS).map(
    (resource): ReceiptEntry => ({
      severity: 'warning',
      code: 'resource_calendar_not_imported',
      where: { ...(/^\d{1,9}$/.test(resource.id) ? { uid: Number(resource.id) } : {}), field: 'calendar' },
      message: `the calendar of ${quoted(resource.name)} differs from the plan's and is not imported`,
    }),
  )
  return { calendars: differing.length, receipt }
}

/** Labels of the plan's tasks, found or made in the project. */
export async function adoptPlanLabels(
  ctx: Ctx<ProjectScope>,
  plan: ImportedPlan,
  taskIdOf: ReadonlyMap<string, string>,
): Promise<Adopted> {
  const worn = plan.tasks.flatMap((task) => (task.labels ?? []).map((name) => ({ task: task.id, name })))
  const adopted = await adoptLabels(
    ctx,
    ctx.scope.projectId,
    worn.map(({ name }) => name),
  )
  const count = await insertTaskLabels(
    ctx,
    worn.flatMap(({ task, name }) => {
      const taskId = taskIdOf.get(task)
      const labelId = adopted.idOf.get(foldLabel(name))
      return taskId && labelId ? [{ taskId, labelId }] : []
    }),
  )
  return {
    counts: {
      labels_matched: adopted.matchedCount,
      labels_created: adopted.createdCount,
      label_assignments_created: count,
    },
    warnings: [],
    receipt: [],
  }
}

/** One sentence for each count that is not zero. */
function sentences(entries: readonly [count: number, text: string][]): string[] {
  return entries.flatMap(([count, text]) => (count > 0 ? [text.replace('?', String(count))] : []))
}
