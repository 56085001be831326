import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import type { Project } from '../projects/project.entity.ts'
import type { SharedSchedule } from './share.schema.ts'
import type { ShareLink } from './share-link.entity.ts'
import { loadSharedTasks, type SharedTask } from './shared-tasks.ts'

export interface SharedLink {
  readonly predecessorId: string
  readonly successorId: string
  readonly dep_type: 'FS' | 'SS' | 'FF' | 'SF'
  readonly lag: number
  readonly isDriving: boolean
}

/** What a link shows, with the ids that tie it together and stay inside. */
export interface ScheduleContent {
  readonly link: ShareLink
  readonly project: Project
  readonly tasks: readonly SharedTask[]
  readonly links: readonly SharedLink[]
  readonly isTruncated: boolean
}

export async function loadScheduleContent(
  ctx: Ctx<unknown>,
  link: ShareLink,
  project: Project,
): Promise<ScheduleContent> {
  const milestones = link.show_milestone_dates ? '' : ' and not t.is_milestone'
  const { tasks, isTruncated } = await loadSharedTasks(ctx, project, {
    condition: `t.status <> 'BACKLOG'${milestones}`,
    order: 't.wbs_order',
    limit: ctx.services.config.shareScheduleMaxTasks,
    showAssignees: link.show_assignees,
  })
  const links = await sql<SharedLink>(
    ctx,
    `select predecessor_id as "predecessorId", successor_id as "successorId", dep_type, lag, is_driving as "isDriving"
     from dependencies where predecessor_id = any($1::uuid[]) and successor_id = any($1::uuid[])
       and not is_deleted and not is_pending order by id`,
    [`{${tasks.map((task) => task.id).join(',')}}`],
  )
  return { link, project, tasks, links, isTruncated }
}

/** References in place of ids. */
export function presentSchedule(content: ScheduleContent): SharedSchedule {
  const { link, project, tasks } = content
  const referenceOf = new Map(tasks.map((task) => [task.id, task.short_id]))
  return {
    content_kind: 'schedule',
    project: { name: project.name, short_id: project.code },
    tasks: tasks.map(({ id: _, parent_id: __, ...task }) => task),
    dependencies: content.links.map((edge) => ({
      predecessor_short_id: referenceOf.get(edge.predecessorId) as string,
      successor_short_id: referenceOf.get(edge.successorId) as string,
      dep_type: edge.dep_type,
      lag: edge.lag,
    })),
    show_assignees: link.show_assignees,
    show_milestone_dates: link.show_milestone_dates,
    truncated: content.isTruncated,
  }
}
