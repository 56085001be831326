import { z } from 'zod'
import { repeatable } from '../../platform/http/list-query.ts'
import { pageQuery } from '../../platform/http/paging.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { taskReply } from '../../tasks/task.reply.ts'
import { ITEM_STATUSES, ITEM_TYPES } from './backlog-item.entity.ts'

const MAX_TAGS = 50
const MAX_TAG_LENGTH = 100
const MAX_DESCRIPTION = 100_000

/** The states are told in small letters; the interface writes them in capitals as well, so either is read. */
const status = z.preprocess(
  (sent) => (typeof sent === 'string' ? sent.toLowerCase() : sent),
  z.enum(ITEM_STATUSES),
) as z.ZodType<(typeof ITEM_STATUSES)[number]>
const statusFilter = z.preprocess(
  (sent) => (typeof sent === 'string' ? sent.toLowerCase() : sent),
  z.enum([...ITEM_STATUSES, '']),
) as z.ZodType<(typeof ITEM_STATUSES)[number] | ''>

export const listItemsQuery = z.object({
  ...pageQuery,
  item_type: z.enum(ITEM_TYPES).optional(),
  status: statusFilter.optional().describe('proposed when left out; empty for all'),
  tags: repeatable(z.string().max(MAX_TAG_LENGTH)).optional().describe('may be repeated; an item has all of them'),
  q: z.string().max(512).optional().describe('titles like this, the most alike first'),
  search: z.string().max(512).optional(),
  ordering: z.string().max(64).optional().describe('priority_rank, title, created_at; a leading - turns it round'),
})

export const itemBody = z.object({
  title: z.string().trim().min(1, 'This field may not be blank').max(512),
  description: z.string().max(MAX_DESCRIPTION).optional(),
  item_type: z.enum(ITEM_TYPES).optional().describe('task when left out'),
  status: status.optional().describe('proposed or archived; a new item is proposed'),
  tags: z
    .array(z.string().trim().min(1, 'A tag may not be blank').max(MAX_TAG_LENGTH))
    .max(MAX_TAGS)
    .transform((tags) => [...new Set(tags)])
    .optional(),
  priority_rank: z.int().min(0).max(2_147_483_647).nullable().optional(),
  story_points: z.int().min(0).max(32_767).nullable().optional(),
})
export type ItemInput = z.output<typeof itemBody>

const instant = z.string().meta({ format: 'date-time' })
export const itemReply = z
  .object({
    id: z.guid(),
    server_version: z.int(),
    program: z.guid(),
    title: z.string(),
    description: z.string(),
    item_type: z.enum(ITEM_TYPES),
    status: z.enum(ITEM_STATUSES),
    tags: z.array(z.string()),
    priority_rank: z.int().nullable(),
    story_points: z.int().nullable(),
    pulled_task: z.guid().nullable(),
    pulled_task_project_id: z.guid().nullable(),
    pulled_task_project_name: z.string().nullable(),
    pulled_at: instant.nullable(),
    pulled_by: z.guid().nullable(),
    created_by: z.guid().nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'BacklogItem' })

export const pullBody = z.object({ project_id: wireId.optional().describe('required') })
export const pullReply = z.object({ task: taskReply, backlog_item: itemReply }).meta({ id: 'BacklogItemPullResult' })
