import type { SeedDocument, SeedProject, SeedTask } from '../../../importers/seed/seed-schema.ts'
import type { SeedNames } from './seed-target.ts'

/** What a document holds that the service does not, or does otherwise: one line each, so that nothing is lost silently. */
export function leftOut(
  seed: SeedDocument,
  names: SeedNames,
  counts: { clamped: number; unassigned: number; renumbered: number; homelessRisks: number },
): string[] {
  const tasks = seed.projects.flatMap((project) => project.tasks ?? [])
  const inProjects = (count: (project: SeedProject) => number) =>
    seed.projects.reduce((sum, project) => sum + count(project), 0)
  const ofTasks = (count: (task: SeedTask) => number) => tasks.reduce((sum, task) => sum + count(task), 0)
  const isStranger = (slug: string | null | undefined) => (slug != null && !names.accountIdOf.has(slug) ? 1 : 0)
  const lines: [count: number, what: string][] = [
    [inProjects((project) => project.sprints?.length ?? 0), 'sprints, and which tasks belong to them'],
    [counts.homelessRisks, 'risks of the program that name no task'],
    [inProjects((project) => (project.forecast_history ? 1 : 0)), 'forecast histories'],
    [inProjects((project) => (project.board_columns || project.agile_features ? 1 : 0)), 'board layouts'],
    [seed.events?.length ?? 0, 'events'],
    [ofTasks((task) => (task.color ? 1 : 0)), 'colors of tasks'],
    [(seed.accounts?.length ?? 0) - names.accountIdOf.size, 'accounts other than your own'],
    [
      isStranger(seed.program.lead) +
        inProjects((project) => isStranger(project.lead)) +
        ofTasks((task) => isStranger(task.assignee)),
      'leads and assignees other than yourself',
    ],
    [inProjects((project) => strangersInFields(project, isStranger)), 'people other than yourself in custom fields'],
    [(seed.resources ?? []).filter((resource) => resource.account).length, 'accounts of resources'],
    [counts.unassigned, 'assignments to phases'],
    [counts.clamped, 'assignments only partly: their units were cut to what is stored'],
    [counts.renumbered, 'WBS paths as they were written: these tasks were numbered anew'],
  ]
  return lines.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
}

function strangersInFields(project: SeedProject, isStranger: (slug: string) => number): number {
  const ofPeople = (project.custom_fields ?? []).filter((field) => field.field_type === 'USER')
  const named = (project.tasks ?? []).flatMap((task) => ofPeople.map(({ slug }) => task.custom_fields?.[slug]))
  return named.reduce<number>((sum, slug) => sum + (typeof slug === 'string' ? isStranger(slug) : 0), 0)
}
