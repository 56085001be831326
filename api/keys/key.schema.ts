import { z } from 'zod'
import { wireId } from '../platform/http/wire-kinds.ts'

const kind = z.enum(['project', 'program'])

export const resolveQuery = z.object({ kind, ref: z.string().min(1, 'This field may not be blank') })

export const resolveReply = z
  .object({
    type: z.enum(['project', 'program', 'task', 'sprint', 'risk']),
    id: z.guid(),
    project_id: z.guid().nullable(),
    program_id: z.guid().nullable(),
    key: z.string(),
    canonical_ref: z.string(),
  })
  .meta({ id: 'ResolvedReference' })
/** `key` is the live one, whatever alias was asked for. */
export type ResolvedReference = z.output<typeof resolveReply>

export const keysQuery = z
  .object({
    kind,
    name: z.string().optional(),
    key: z.string().optional(),
    object_id: wireId.optional(),
  })
  .refine((query) => query.name !== undefined || query.key !== undefined, 'Send name or key')

export const keysReply = z
  .object({
    suggestion: z.string().nullable(),
    available: z.boolean().optional(),
    reason: z.enum(['taken', 'reserved', 'invalid']).nullable().optional(),
  })
  .meta({ id: 'KeyAnswer' })
