import type { ProjectScope } from '../access/project-scope.ts'
import { atLeast, isSchedulerBand, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'

/** What a Resource Manager may change of a project's settings. */
export const SCHEDULER_FIELDS: ReadonlySet<string> = new Set([
  'methodology',
  'board_cadence',
  'estimation_mode',
  'estimation_scale',
  'sprint_picker_ready_only_default',
])

export const canEditSettings = (ctx: Ctx<ProjectScope>) => atLeast(ctx.scope.role, ROLE.scheduler)
export const ownsProject = (ctx: Ctx<ProjectScope>) => atLeast(ctx.scope.role, ROLE.owner)
export const isLimitedToSchedulerFields = (role: number | null) => role !== null && isSchedulerBand(role)
