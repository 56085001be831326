import { z } from 'zod'
import { wireId } from '../platform/http/wire-kinds.ts'
import { RELATION_TYPES } from './task-relation.entity.ts'

export const listRelationsQuery = z.object({
  project: wireId.optional().describe('of the source'),
  task: wireId.optional().describe('either end'),
  relation_type: z.string().max(64).optional(),
  ordering: z.string().max(64).optional().describe('created_at; a leading - turns it round'),
})
export type ListRelationsQuery = z.output<typeof listRelationsQuery>

export const relationBody = z.object({
  source: wireId,
  target: wireId,
  relation_type: z.enum(RELATION_TYPES).optional().describe('relates_to when left out'),
  note: z.string().max(280).optional(),
})
export type RelationInput = z.output<typeof relationBody>
export const relationPatch = relationBody.partial()

const card = z
  .object({
    id: z.guid(),
    title: z.string(),
    hex_id: z.string(),
    project_id: z.guid(),
    project_name: z.string(),
    is_milestone: z.boolean(),
    early_start: z.string().nullable(),
    early_finish: z.string().nullable(),
    is_critical: z.boolean().nullable(),
  })
  .nullable()
  .describe('null where the caller does not see its project')

export const relationReply = z
  .object({
    id: z.guid(),
    source: z.guid(),
    target: z.guid(),
    relation_type: z.enum(RELATION_TYPES),
    note: z.string(),
    created_by: z.guid().nullable(),
    created_at: z.string().meta({ format: 'date-time' }),
    source_card: card,
    target_card: card,
  })
  .meta({ id: 'TaskRelation' })
