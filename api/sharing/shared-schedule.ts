import type { Ctx } from '../platform/context.ts'
import type { Project } from '../projects/project.entity.ts'
import type { SharedSchedule } from './share.schema.ts'
import type { ShareLink } from './share-link.entity.ts'
import { findLinksAmong } from './share-link.queries.ts'
import { BY_OUTLINE, onSchedule } from './shared-task.queries.ts'
import { loadSharedTasks, type SharedTask } from './shared-tasks.ts'
import { loadSharedTotals, type SharedTotals } from './shared-totals.queries.ts'

export type SharedLink = Awaited<ReturnType<typeof findLinksAmong>>[number]

/** What a link shows, with the ids that tie it together and stay inside. */
export interface ScheduleContent {
  readonly link: ShareLink
  readonly project: Project
  readonly tasks: readonly SharedTask[]
  readonly links: readonly SharedLink[]
  readonly isTruncated: boolean
  /** Of the plan, not of the rows that are shown. */
  readonly totals: SharedTotals
}

export async function loadScheduleContent(
  ctx: Ctx<unknown>,
  link: ShareLink,
  project: Project,
): Promise<ScheduleContent> {
  const condition = onSchedule(link.show_milestone_dates)
  const { tasks, isTruncated } = await loadSharedTasks(ctx, project, {
    condition,
    order: BY_OUTLINE,
    limit: ctx.services.config.shareScheduleMaxTasks,
    showAssignees: link.show_assignees,
  })
  const links = await findLinksAmong(
    ctx,
    tasks.map((task) => task.id),
  )
  const totals = await loadSharedTotals(ctx, project.id, condition)
  return { link, project, tasks, links, isTruncated, totals }
}

/** References in place of ids. */
export function presentSchedule(content: ScheduleContent): SharedSchedule {
  const { link, project, tasks } = content
  const referenceOf = new Map(tasks.map((task) => [task.id, task.short_id]))
  return {
    content_kind: 'schedule',
    project: { name: project.name, short_id: project.code },
    truncated: content.isTruncated,
    ...(content.isTruncated ? { totals: content.totals } : {}),
    tasks: tasks.map(presentTask),
    dependencies: content.links.map((edge) => ({
      predecessor_short_id: referenceOf.get(edge.predecessor_id) as string,
      successor_short_id: referenceOf.get(edge.successor_id) as string,
      dep_type: edge.dep_type,
      lag: edge.lag,
    })),
    show_assignees: link.show_assignees,
    show_milestone_dates: link.show_milestone_dates,
  }
}

function presentTask(task: SharedTask) {
  const {
    id: _,
    parent_id: _parent,
    is_parent: _phase,
    baseline_start: _start,
    baseline_finish: _finish,
    ...rest
  } = task
  const { deadline: _deadline, total_float: _float, ...told } = rest
  return told
}
