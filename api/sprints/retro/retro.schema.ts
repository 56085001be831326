import { z } from 'zod'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { COLUMNS, VISIBILITIES } from './retro.entity.ts'

const MAX_NOTES = 100_000
const MAX_ACTIONS = 200

const visibility = z.enum(VISIBILITIES)
const column = z.enum(COLUMNS)
const instant = z.string().meta({ format: 'date-time' })
const stickyText = z.string().trim().min(1, 'This field may not be blank').max(2000)
const color = z.string().max(16)

export const retroBody = z.object({
  notes: z.string().max(MAX_NOTES).optional().describe('empty when left out'),
  action_items: z
    .array(
      z.object({
        id: wireId.optional().describe('keeps the item that has it, with its task'),
        text: z.string().max(2000),
        assignee: wireId.nullable().optional(),
        story_points: z.int().min(0).max(32_767).nullable().optional(),
      }),
    )
    .max(MAX_ACTIONS)
    .optional()
    .describe('all of them; those left out go'),
  team_visibility: visibility.optional(),
})
export type RetroInput = z.output<typeof retroBody>
export const retroPatch = z.object({ team_visibility: visibility })

const actionFields = {
  id: z.guid(),
  text: z.string(),
  assignee: z.guid().nullable(),
  assignee_username: z.string().nullable(),
  story_points: z.int().nullable(),
  promoted_task_id: z.guid().nullable(),
}

export const actionReply = z
  .object({
    ...actionFields,
    created_at: instant,
  })
  .meta({ id: 'RetroActionItem' })

const common = {
  id: z.guid(),
  sprint: z.guid(),
  team_visibility: visibility,
  created_at: instant,
  updated_at: instant,
}
const fullRetro = z
  .object({
    kind: z.literal('full'),
    ...common,
    notes: z.string(),
    created_by: z.guid().nullable(),
    action_items: z.array(actionReply),
  })
  .meta({ id: 'SprintRetro' })
export const retroReply = z.union([
  fullRetro,
  z
    .object({ kind: z.literal('summary'), ...common, action_items_count: z.int(), promoted_count: z.int() })
    .meta({ id: 'SprintRetroSummary' }),
])

export const addItemBody = z.object({
  column: column.optional().describe('went_well when left out'),
  text: stickyText,
  color: color.optional(),
})
export const itemPatch = z.object({
  column: column.optional(),
  text: stickyText.optional(),
  color: color.optional(),
  position: z.number().min(-1e12).max(1e12).optional(),
})

export const itemReply = z
  .object({
    id: z.guid(),
    retro: z.guid(),
    column,
    text: z.string(),
    author: z.guid().nullable(),
    author_username: z.string().nullable(),
    position: z.number(),
    color: z.string(),
    converted_action_item_id: z.guid().nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'RetroBoardItem' })

export const boardReply = z
  .object({
    columns: z.array(z.object({ key: column, label: z.string() })),
    items: z.array(itemReply),
  })
  .meta({ id: 'RetroBoard' })

const openAction = z.object({
  ...actionFields,
  task_status: z.string().nullable(),
  sprint_id: z.guid(),
  sprint_name: z.string(),
  created_at: instant,
  age_days: z.int(),
})
export const carryoverReply = z.object({ count: z.int(), items: z.array(openAction) }).meta({ id: 'RetroCarryover' })
export const priorReply = z
  .object({ sprint_id: z.guid(), sprint_name: z.string(), retro: retroReply })
  .meta({ id: 'PriorRetro' })
