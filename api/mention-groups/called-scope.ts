import { findProgramScope, type ProgramScope } from '../access/program-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { RawInput } from '../platform/http/route.ts'
import { findProgramOfMember } from './mention-group.queries.ts'

/**
 * The program of a group, for who decides whether to be called with it: a member of the program, or somebody of one of
 * its projects who is in the group and has no role in the program.
 */
export async function calledScope(ctx: Ctx, { params }: RawInput): Promise<ProgramScope> {
  const programId = params.id ?? ''
  const asMember = await findProgramScope(ctx, programId)
  if (asMember) return asMember
  const program = await findProgramOfMember(ctx, programId, params.groupId ?? '')
  if (!program) throw notFound()
  return program
}
