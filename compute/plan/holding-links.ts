import type { Plan } from './plan-document.ts'

type Parts = Pick<Plan, 'tasks' | 'dependencies'>
type Task = Plan['tasks'][number] | null | undefined

/** Inactive in its planner's file, and given no status since. */
export function isInactive(task: Task): boolean {
  return task?.source?.active === false && (task.status ?? null) === null
}

/** The links of a plan that hold: planners show an inactive task, and nothing that is active waits for it. */
export function holdingLinks<Links extends Parts['dependencies']>(tasks: Parts['tasks'], links: Links): Links {
  const inactive = new Set(tasks.flatMap((task) => (isInactive(task) ? [task.id] : [])))
  if (inactive.size === 0 || !Array.isArray(links)) return links
  return links.filter((link) => !inactive.has(link?.predecessor) || inactive.has(link?.successor)) as Links
}
