import type { Db } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import type { OffsetPage } from '../../platform/http/paging.ts'
import { type SkillFit, skillFits } from '../skills/skill-fit.ts'
import { type AssignmentRow, pageAssignmentRows } from './assignment.queries.ts'
import type { ListAssignmentsQuery } from './assignment.schema.ts'

/** An assignment with how well the resource fits what the task asks for. */
export interface FittedAssignment {
  readonly row: AssignmentRow
  readonly fit: SkillFit
}

async function fitAssignments(db: Db, rows: readonly AssignmentRow[]): Promise<FittedAssignment[]> {
  return [...(await skillFits(db, rows))].map(([row, fit]) => ({ row, fit }))
}

export async function fitAssignment(db: Db, row: AssignmentRow): Promise<FittedAssignment> {
  return (await fitAssignments(db, [row]))[0] as FittedAssignment
}

/** A page of the assignments in the caller's projects. */
export async function pageAssignments(
  ctx: Ctx<unknown>,
  query: ListAssignmentsQuery,
): Promise<OffsetPage<FittedAssignment>> {
  const page = await pageAssignmentRows(ctx, query)
  return { ...page, results: await fitAssignments(ctx, page.results) }
}
