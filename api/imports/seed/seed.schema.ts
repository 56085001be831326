import { z } from 'zod'
import { wireId } from '../../platform/http/wire-kinds.ts'

/** What stands beside the document: fields of a form as text, keys of a JSON body as they are. */
export const seedControls = z.object({
  replace: z
    .union([z.boolean(), z.literal('').transform(() => false), z.stringbool()])
    .default(false)
    .meta({ override: { type: 'boolean', anyOf: undefined }, description: 'write over the program of the same key' }),
  expected_program_id: z
    .union([wireId, z.literal('').transform(() => null)])
    .nullable()
    .default(null)
    .meta({
      override: { type: ['string', 'null'], format: 'uuid', anyOf: undefined },
      description: 'the program that `replace` shall write over; another one of the same key is refused',
    }),
})
export type SeedControls = z.output<typeof seedControls>

const conflict = z
  .object({
    program_id: z.guid(),
    name: z.string(),
    code: z.string(),
    project_count: z.int(),
    task_count: z.int(),
  })
  .meta({ id: 'SeedReplaceConflict' })

export const seedConflictReply = z
  .object({ detail: z.string(), code: z.string(), conflict })
  .meta({ id: 'SeedReplaceConflictResponse' })

export const seedQueuedReply = z
  .object({
    queued: z.literal(true),
    program_id: z.guid(),
    import_request_id: z.guid(),
    replaced_program_id: z.guid().nullable(),
  })
  .meta({ id: 'SeedImportQueuedResponse' })

export const seedValidateReply = z
  .object({
    valid: z.boolean(),
    errors: z.array(z.string()),
    schema_version: z.string().nullable(),
    program_slug: z.string().nullable(),
    program_name: z.string().nullable(),
    project_count: z.int(),
    task_count: z.int(),
    resource_count: z.int(),
    replaces: conflict.nullable(),
  })
  .meta({ id: 'SeedValidateResponse' })

/** Counts of what was written, and in `left_out` what the document holds that the service does not. */
const seedSummary = z
  .looseObject({
    projects: z.int(),
    tasks: z.int(),
    sprints: z.int(),
    dependencies: z.int(),
    resources: z.int(),
    assignments: z.int(),
    left_out: z.array(z.string()),
  })
  .meta({ id: 'SeedImportSummary' })

export const SEED_STATUSES = ['pending', 'running', 'success', 'failed'] as const

export const seedJobReply = z
  .object({
    id: z.guid(),
    program: z.guid(),
    status: z.enum(SEED_STATUSES),
    filename: z.string(),
    replace: z.boolean(),
    replaced_program_id: z.guid().nullable(),
    result_summary: seedSummary.nullable(),
    error_detail: z.string(),
    expires_at: z.string().nullable(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    completed_at: z.string().nullable(),
  })
  .meta({ id: 'ProgramImportJob' })
