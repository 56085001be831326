import { type FloatPath, floatPaths } from '../explain/float-paths.ts'
import type { ScheduleFacts } from '../explain/schedule-facts.ts'
import { LAG_UNIT, LINK_TYPE_NAMES } from '../model/schedule-columns.ts'
import { formatCivilDay } from '../plan/civil-day.ts'
import type { Question } from './question.ts'
import type { RowNames } from './row-texts.ts'

export type PathsQuestion = Extract<Question, { kind: 'paths' }>

/** The driving path first, then by float whatever leads into it. */
export function pathsDocument(facts: ScheduleFacts, names: RowNames, question: PathsQuestion): object {
  const { to, maxFloatDays, maxPaths } = question
  const paths = floatPaths(facts, {
    maxPaths,
    ...(to === null ? {} : { to }),
    ...(maxFloatDays === null ? {} : { maxFloatDays }),
  })
  return {
    to: to === null ? null : (names.ids[to] as string),
    project_finish: formatCivilDay(facts.result.projectFinishDay),
    paths: paths.map((path) => presentPath(facts, names, path)),
  }
}

function presentPath(
  { columns, result }: ScheduleFacts,
  { ids, nameOf, titleOf }: RowNames,
  { floatDays, tasks, joinLink, joinTask }: FloatPath,
): object {
  return {
    float_days: floatDays,
    tasks: tasks.map((task) => ({
      task_id: ids[task],
      task_name: titleOf.get(ids[task]) ?? null,
      early_start: formatCivilDay(result.earlyStartDay[task]),
      early_finish: formatCivilDay(result.earlyFinishDay[task]),
      // Of a task in a project closed to the reader the dates are all there is to tell beside its title.
      total_float: nameOf.has(ids[task]) ? result.totalFloatDays[task] : null,
      is_critical: nameOf.has(ids[task]) ? result.isCritical[task] === 1 : null,
    })),
    joins:
      joinTask === -1
        ? null
        : {
            task_id: ids[joinTask],
            task_name: titleOf.get(ids[joinTask]) ?? null,
            dep_type: joinLink === -1 ? null : LINK_TYPE_NAMES[columns.linkType[joinLink]],
            lag_days: joinLink === -1 ? null : columns.lagDays[joinLink],
            lag_unit: joinLink === -1 ? null : columns.lagUnit[joinLink] === LAG_UNIT.elapsed ? 'elapsed' : 'working',
          },
  }
}
