import type { Contribution } from '../../../compute/explain/contribution.ts'
import type { Explanation } from '../../../compute/explain/explain-task.ts'
import { isFloat, PASS_OF } from '../../../compute/explain/quantity.ts'
import type { TraceStep } from '../../../compute/explain/trace-value.ts'
import { LINK_TYPE_NAMES } from '../../../compute/model/schedule-columns.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { canSeeEnd } from '../../dependencies/dependency.policy.ts'
import { findLinkEnds, type LinkEnd } from '../../dependencies/link-end.queries.ts'
import type { Ctx } from '../../platform/context.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'

interface ToldExplanation extends Explanation {
  readonly isCritical: boolean
}

export async function presentExplanation(
  ctx: Ctx<unknown>,
  loaded: LoadedSchedule,
  { task, quantity, value, isCritical, binding, contributions }: ToldExplanation,
): Promise<object> {
  const sources = contributions.map((each) => sourceOf(loaded, task, each))
  const names = await nameTasks(ctx, loaded, [task, ...sources])
  const presented = contributions.map((each, at) =>
    presentContribution(loaded, each, { source: sources[at] as number, names, isBinding: each === binding }),
  )
  return {
    task_id: idOf(loaded, task),
    task_name: nameOf(loaded, names, task) ?? '',
    quantity,
    value: isFloat(quantity) ? value : formatCivilDay(value),
    pass: PASS_OF[quantity],
    is_critical: isCritical,
    binding: presented[contributions.indexOf(binding)],
    contributions: presented,
  }
}

/** From the value asked about to the anchor it hangs on. */
export async function presentChain(
  ctx: Ctx<unknown>,
  loaded: LoadedSchedule,
  steps: readonly TraceStep[],
): Promise<object[]> {
  const sources = steps.map(({ task, binding }) => sourceOf(loaded, task, binding))
  const names = await nameTasks(ctx, loaded, [...steps.map(({ task }) => task), ...sources])
  return steps.map(({ task, quantity, day, binding }, at) => ({
    task_id: idOf(loaded, task),
    task_name: nameOf(loaded, names, task),
    quantity,
    value: formatCivilDay(day),
    because: presentContribution(loaded, binding, { source: sources[at] as number, names, isBinding: true }),
  }))
}

/** The task at the other end of the link as it is drawn: a phase, where the link ends at one. -1 for anchors. */
function sourceOf({ input }: LoadedSchedule, task: number, { link, source }: Contribution): number {
  if (link === -1) return source
  const { predecessorIndex, successorIndex, parentIndex } = input.columns
  const predecessor = predecessorIndex[link] as number
  for (let at = task; at !== -1; at = parentIndex[at] as number) {
    if (at === successorIndex[link]) return predecessor
    if (at === predecessor) return successorIndex[link] as number
  }
  return predecessor
}

function idOf({ input }: LoadedSchedule, task: number): string {
  return input.rowIndex.textAt(input.rowOfTask[task] as number)
}

function nameOf(loaded: LoadedSchedule, names: ReadonlyMap<string, LinkEnd>, task: number): string | null {
  return names.get(idOf(loaded, task))?.name ?? null
}

/** Tasks of projects the caller cannot see stay without a name. */
async function nameTasks(
  ctx: Ctx<unknown>,
  loaded: LoadedSchedule,
  tasks: readonly number[],
): Promise<Map<string, LinkEnd>> {
  const known = tasks.filter((task) => task !== -1).map((task) => idOf(loaded, task))
  const ends = await findLinkEnds(ctx, [...new Set(known)])
  return loaded.projects.length === 1 ? ends : new Map([...ends].filter(([, end]) => canSeeEnd(ctx, end)))
}

function presentContribution(
  loaded: LoadedSchedule,
  { kind, link, imposedDay, rawDay, slackDays }: Contribution,
  told: { source: number; names: ReadonlyMap<string, LinkEnd>; isBinding: boolean },
): object {
  const { columns } = loaded.input
  const isLink = link !== -1
  return {
    kind,
    source_task_id: told.source === -1 ? null : idOf(loaded, told.source),
    source_task_name: told.source === -1 ? null : nameOf(loaded, told.names, told.source),
    dep_type: isLink ? LINK_TYPE_NAMES[columns.linkType[link] as number] : null,
    lag_days: isLink ? columns.lagDays[link] : null,
    imposed_date: formatCivilDay(imposedDay),
    calendar_days_added: imposedDay - rawDay,
    slack_days: slackDays,
    is_binding: told.isBinding,
  }
}
