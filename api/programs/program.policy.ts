import type { ProgramScope } from '../access/program-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'

export const managesProgram = (ctx: Ctx<ProgramScope>) => atLeast(ctx.scope.role, ROLE.manager)
export const ownsProgram = (ctx: Ctx<ProgramScope>) => atLeast(ctx.scope.role, ROLE.owner)

const LABELS: readonly [number, string][] = [
  [ROLE.owner, 'Program Admin'],
  [ROLE.manager, 'Program Manager'],
  [ROLE.scheduler, 'Resource Manager'],
  [ROLE.member, 'Team Member'],
  [ROLE.viewer, 'Viewer'],
]

/** Label of a program role; ordinals inside a reserved band carry the label of the named role below. */
export function programRoleLabel(role: number): string {
  return LABELS.find(([floor]) => role >= floor)?.[1] ?? 'Viewer'
}
