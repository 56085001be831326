import type { ProjectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'

export const canCreateLabels = (ctx: Ctx<ProjectScope>) => atLeast(ctx.scope.role, ROLE.member)
export const canChangeLabels = (ctx: Ctx<ProjectScope>) => atLeast(ctx.scope.role, ROLE.manager)
