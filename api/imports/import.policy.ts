import type { ProjectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'

/** Spreadsheets: Resource Manager and above; preview is gated alike. */
export function canImportSpreadsheet(ctx: Ctx<ProjectScope>): boolean {
  return atLeast(ctx.scope.role, ROLE.scheduler)
}

/** Plan files, and undoing an import: Project Manager and above. */
export function canImportPlanFile(ctx: Ctx<ProjectScope>): boolean {
  return atLeast(ctx.scope.role, ROLE.manager)
}
