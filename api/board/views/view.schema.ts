import { z } from 'zod'

const MAX_CHOSEN = 200
/** The shape of a stored `config`, for clients that keep views of an older one. */
export const VIEW_SCHEMA_VERSION = 1
/** The list is shown whole. */
export const MAX_VIEWS = 200

const chosen = z.array(z.string().max(64)).max(MAX_CHOSEN)

/** Keys that are not here are dropped. */
const viewConfig = z
  .object({
    sort: z.enum(['priority', 'start_date', 'percent_complete']).default('priority'),
    evm_mode: z.enum(['off', 'spi', 'cpi', 'both']).default('off'),
    show_wip: z.boolean().default(false),
    show_col_tints: z.boolean().default(true),
    show_cost: z.boolean().default(false),
    risk_linked_only: z.boolean().default(false),
    filter_assignees: chosen.default([]),
    filter_priority: z
      .array(z.enum(['high', 'medium', 'low', 'unranked']))
      .max(4)
      .default([]),
    filter_due: z
      .array(z.enum(['overdue', 'this_week']))
      .max(2)
      .default([]),
    filter_labels: chosen.default([]),
  })
  .meta({ id: 'BoardViewConfig' })
export type ViewConfig = z.output<typeof viewConfig>

export const viewBody = z.object({
  name: z.string().trim().min(1, 'This field may not be blank').max(64),
  config: viewConfig,
})
export const patchViewBody = viewBody.partial()
export type ViewInput = z.output<typeof viewBody>

export const viewReply = z
  .object({
    id: z.guid(),
    name: z.string(),
    config: viewConfig,
    schema_version: z.int(),
    created_by: z.guid().nullable(),
    server_version: z.int(),
    created_at: z.string().meta({ format: 'date-time' }),
    updated_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'BoardSavedView' })
