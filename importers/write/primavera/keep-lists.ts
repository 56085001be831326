import type { PlanTask } from '../../plan/imported-plan.ts'
import { linksText, nodeName, workText } from '../../primavera/kept-lists.ts'
import { lagOf } from './relations-of-links.ts'
import { minutesOfTask, type WriteContext } from './write-context.ts'

/** Links that begin or end with a summary, and work on one: Primavera knows them for activities only. */
export function keptLists(
  context: WriteContext,
  nodeCodes: ReadonlyMap<number, string>,
): { linksOf: (task: PlanTask) => string; workOf: (task: PlanTask) => string } {
  const { plan, numbers, parents } = context
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]))
  const names = new Map(plan.resources.map(({ id, name }) => [id, name]))
  const codeOf = (id: string) =>
    parents.has(id) ? nodeName(nodeCodes.get(numbers.taskOf.get(id) ?? 0) ?? null) : (numbers.codeOf.get(id) ?? null)
  const links = Map.groupBy(
    plan.dependencies.filter(({ predecessor, successor }) => parents.has(predecessor) || parents.has(successor)),
    ({ successor }) => successor,
  )
  const work = Map.groupBy(
    plan.assignments.filter(({ task }) => parents.has(task)),
    ({ task }) => task,
  )
  return {
    linksOf: (task) =>
      linksText(
        (links.get(task.id) ?? []).flatMap((link) => {
          const code = codeOf(link.predecessor)
          const lag = lagOf(link, task, minutesOfTask(context, tasks.get(link.predecessor)))
          return code === null ? [] : [{ type: link.dep_type, code, lag }]
        }),
      ),
    workOf: ({ id }) =>
      workText(
        (work.get(id) ?? []).map(({ resource, units, work_minutes: minutes }) => ({
          units,
          name: resource === null ? null : (names.get(resource) ?? null),
          minutes,
        })),
      ),
  }
}
