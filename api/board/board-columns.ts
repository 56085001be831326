import { z } from 'zod'

/** Columns of a board, one a status; what is on hold waits in the backlog. */
export const BOARD_STATUSES = ['BACKLOG', 'NOT_STARTED', 'IN_PROGRESS', 'REVIEW', 'COMPLETE'] as const
export type BoardStatus = (typeof BOARD_STATUSES)[number]

const limit = z.int().min(1).max(2_147_483_647).nullable()

const column = z.object({
  status: z.enum(BOARD_STATUSES),
  label: z.string().trim().min(1).max(32).optional(),
  visible: z.boolean().default(true),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'Send a color as #RRGGBB')
    .nullable()
    .default(null),
  wip_limit: limit.default(null),
  age_threshold_days: limit.default(null),
})

export const boardConfigBody = z.object({
  columns: z
    .array(column)
    .refine(
      (columns) =>
        columns.length === BOARD_STATUSES.length &&
        BOARD_STATUSES.every((status) => columns.some((one) => one.status === status)),
      `Send each of the columns once: ${BOARD_STATUSES.join(', ')}`,
    )
    .transform((columns) => columns.map((sent) => ({ ...sent, label: sent.label ?? labelOf(sent.status) }))),
})
export type BoardColumn = z.output<typeof boardConfigBody>['columns'][number]

/** At the limit is as full as it may be; nothing is refused above it. */
export const BREACHES = ['ok', 'at', 'over'] as const

export const boardConfigReply = z
  .object({
    columns: z.array(
      column
        .extend({
          label: z.string(),
          current_count: z.int().describe('live tasks of the status'),
          breach: z.enum(BREACHES).nullable().describe('against `wip_limit`; null without one'),
        })
        .meta({ id: 'BoardColumn' }),
    ),
  })
  .meta({ id: 'BoardColumnConfig' })

const base = { visible: true, wip_limit: null, age_threshold_days: null }
/** The board of a project that said nothing of it. */
export const DEFAULT_COLUMNS: readonly BoardColumn[] = [
  { ...base, status: 'BACKLOG', label: 'Backlog', color: '#94A3B8' },
  { ...base, status: 'NOT_STARTED', label: 'To Do', color: '#64748B' },
  { ...base, status: 'IN_PROGRESS', label: 'In Progress', color: '#3B82F6', wip_limit: 5 },
  { ...base, status: 'REVIEW', label: 'Review', color: '#A855F7', wip_limit: 3 },
  { ...base, status: 'COMPLETE', label: 'Done', color: '#22C55E' },
]

function labelOf(status: BoardStatus): string {
  return (DEFAULT_COLUMNS.find((one) => one.status === status) as BoardColumn).label
}

/** How full a column is. */
export function breachOf(count: number, wipLimit: number | null): (typeof BREACHES)[number] | null {
  if (wipLimit === null) return null
  if (count === wipLimit) return 'at'
  return count > wipLimit ? 'over' : 'ok'
}
