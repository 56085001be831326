import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { RawInput } from '../platform/http/route.ts'
import { findProgramWithRole } from './scope.queries.ts'

/** The program a request is about. */
export interface ProgramScope {
  readonly kind: 'program'
  readonly programId: string
  readonly code: string
  /** The caller's role in the program; null for the system, and for who is only in a group of it. A project role confers nothing here. */
  readonly role: number | null
  readonly isClosed: boolean
  /** Closed: every write on the program itself is 403 unless the route says otherwise. */
  readonly isReadOnly: boolean
  readonly readOnlyDetail: string
}

export const PROGRAM_IS_CLOSED = 'This program is closed and cannot be changed.'

/** The program when the caller is a member; undefined for absent and hidden alike. */
export async function findProgramScope(ctx: Ctx<unknown>, programId: string): Promise<ProgramScope | undefined> {
  const row = await findProgramWithRole(ctx, programId)
  if (!row || (row.role === null && ctx.actor.kind !== 'system')) return undefined
  return scopeOfProgram(row)
}

/** A program and the caller's role in it, as routes ask about it. */
export function scopeOfProgram(row: {
  id: string
  code: string
  role: number | null
  is_closed: boolean
}): ProgramScope {
  return {
    kind: 'program',
    programId: row.id,
    code: row.code,
    role: row.role,
    isClosed: row.is_closed,
    isReadOnly: row.is_closed,
    readOnlyDetail: PROGRAM_IS_CLOSED,
  }
}

export async function loadProgramScope(ctx: Ctx<unknown>, programId: string): Promise<ProgramScope> {
  const scope = await findProgramScope(ctx, programId)
  if (!scope) throw notFound()
  return scope
}

/** Scope of a route whose path names the program: `programScope('id')` for /programs/{id}/…. */
export function programScope(param = 'id'): (ctx: Ctx, raw: RawInput) => Promise<ProgramScope> {
  return (ctx, raw) => loadProgramScope(ctx, raw.params[param] ?? '')
}
