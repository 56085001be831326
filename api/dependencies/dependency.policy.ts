import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import { forbidden, notFound, refuseUnless } from '../platform/errors.ts'
import { crossProgramLink } from './dependency.errors.ts'
import type { LinkEnd } from './link-end.queries.ts'

export interface LinkEnds {
  readonly predecessor: LinkEnd
  readonly successor: LinkEnd
}

/** A task is seen by the members of its project and of the program around it. */
export function canSeeEnd(ctx: Ctx<unknown>, end: LinkEnd): boolean {
  return ctx.actor.kind === 'system' || end.role !== null || end.program_role !== null
}

/** A link is read by the members of either project it touches. */
export function canReadLink(ctx: Ctx<unknown>, ends: LinkEnds): boolean {
  return ctx.actor.kind === 'system' || ends.predecessor.role !== null || ends.successor.role !== null
}

function schedules(ctx: Ctx<unknown>, end: LinkEnd): boolean {
  return ctx.actor.kind === 'system' || atLeast(end.role, ROLE.scheduler)
}

export function isCrossProject(ends: LinkEnds): boolean {
  return ends.predecessor.project_id !== ends.successor.project_id
}

/** Resource Manager and above on the project; of a link across projects, on at least one side. */
export function canAuthorLink(ctx: Ctx<unknown>, ends: LinkEnds): boolean {
  return schedules(ctx, ends.predecessor) || schedules(ctx, ends.successor)
}

/** The side that has to live with the link decides on it. */
export function canDecideLink(ctx: Ctx<unknown>, ends: LinkEnds): boolean {
  return schedules(ctx, ends.successor)
}

/** Throws the refusal of a link between two projects that may not be linked, or by a caller who may not. */
export function checkLinkAuthority(ctx: Ctx<unknown>, ends: LinkEnds): void {
  refuseUnless(canSeeEnd(ctx, ends.predecessor) && canSeeEnd(ctx, ends.successor), notFound)
  refuseUnless(!ends.predecessor.is_archived && !ends.successor.is_archived, () =>
    forbidden('This project is archived and cannot be changed.'),
  )
  refuseUnless(canAuthorLink(ctx, ends), forbidden)
  if (!isCrossProject(ends)) return
  const sharesProgram =
    ends.predecessor.program_id !== null && ends.predecessor.program_id === ends.successor.program_id
  refuseUnless(sharesProgram, crossProgramLink)
}
