import { z } from 'zod'
import type { ProgramScope } from '../access/program-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { Refusal, refuseUnless } from '../platform/errors.ts'
import { wireId } from '../platform/http/wire-kinds.ts'
import { projectsOfProgram } from './program.queries.ts'

/** Projects that one request may name, all parts together. */
const MAX_PROJECTS = 1_000

export const splitBody = z.object({
  splits: z
    .array(
      z.object({
        name: z.string().trim().min(1, 'This field may not be blank').max(255),
        project_ids: z.array(wireId).max(MAX_PROJECTS),
      }),
    )
    .min(1)
    .max(50),
})

/** That the division could be done, but is not yet. */
export const splitReply = z.object({ detail: z.string(), tracking_issue: z.string() }).meta({ id: 'NotDoneYet' })

/** Checks how a program is to be divided, and says that dividing it is not done yet. Changes nothing. */
export async function splitProgram(ctx: Ctx<ProgramScope>, { splits }: z.output<typeof splitBody>): Promise<never> {
  const named = splits.flatMap((split) => split.project_ids)
  const unique = new Set(named)
  refuseUnless(unique.size === named.length, () => new Refusal(400, 'A project is named twice.'))
  const own = new Set((await projectsOfProgram(ctx, ctx.scope.programId)).map((project) => project.id))
  const isOwn = named.every((id) => own.has(id))
  refuseUnless(isOwn, () => new Refusal(400, 'A project named does not belong to this program.'))
  throw new Refusal(501, 'Programs cannot be split yet.', { extra: { tracking_issue: 'program-split' } })
}
