import { z } from 'zod'
import { taskReply } from '../task.reply.ts'
import { taskWarning } from '../task.schema.ts'

const MAX_OPERATIONS = 500
const MAX_EDGES = 500
export const MAX_OWNERS_PER_REQUEST = 500

const operation = z.object({
  op: z.enum(['create', 'update', 'delete']),
  /** Judged row by row, so that one malformed id costs one row. */
  id: z.string().max(255).nullable().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
})

const edge = z.object({
  id: z.string().max(255).nullable().optional(),
  predecessor: z.string().max(255),
  successor: z.string().max(255),
  dep_type: z.string().max(16).default('FS'),
  lag: z.int().default(0),
})

export const bulkBody = z
  .object({
    operations: z.array(operation).min(1).max(MAX_OPERATIONS),
    dependencies: z.object({ created: z.array(edge).max(MAX_EDGES).default([]) }).optional(),
    origin: z.literal('paste').nullable().optional(),
  })
  .meta({ id: 'TaskBulkRequest' })

export type BulkBody = z.output<typeof bulkBody>
export type BulkOperation = BulkBody['operations'][number]
export type BulkEdge = z.output<typeof edge>

const problem = z.object({
  index: z.int(),
  id: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  offending: z.array(z.guid()).optional(),
})

export const bulkReply = z
  .object({
    applied: z.array(
      z.object({
        index: z.int(),
        id: z.guid(),
        op: z.enum(['create', 'update', 'delete']),
        outcome: z.enum(['created', 'updated', 'unchanged', 'deleted']),
        task: taskReply.optional(),
      }),
    ),
    rejected: z.array(problem),
    skipped: z.array(problem),
    dependencies: z.object({
      applied: z.array(
        z.object({
          index: z.int(),
          id: z.guid(),
          predecessor: z.guid(),
          successor: z.guid(),
          pending_acceptance: z.boolean(),
        }),
      ),
      rejected: z.array(problem),
    }),
    capabilities_denied: z.array(z.literal('dependencies')),
    operation_id: z.guid().nullable(),
    can_undo: z.boolean(),
    warnings: z.array(taskWarning).optional(),
  })
  .meta({ id: 'TaskBulkResult' })
