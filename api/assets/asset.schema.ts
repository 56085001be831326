import { z } from 'zod'
import { wholeText } from '../platform/http/list-query.ts'

export const KINDS = ['file', 'link'] as const
export type AssetKind = (typeof KINDS)[number]

const MAX_SEARCH = 100
const MAX_LABEL = 200

const text = z.string()
const named = (id: string) => z.object({ id: z.guid(), name: text }).meta({ id })

const feedFields = {
  kind: z.enum(KINDS, `Send one of ${KINDS.join(', ')}.`).optional(),
  label: z.string().max(MAX_LABEL).optional().describe('exactly; files have none'),
  provider: z.string().max(MAX_LABEL).optional().describe('exactly; files have none'),
  q: z.string().trim().max(MAX_SEARCH).optional().describe('in the title or the address'),
  cursor: z.string().optional().describe('next_cursor of the page before'),
  page_size: wholeText(1).optional().describe('50 when left out, 100 at most'),
}

const YES_OR_NO = { true: true, '1': true, yes: true, false: false, '0': false, no: false } as const

export const feedQuery = z.object(feedFields)
export const workspaceFeedQuery = z.object({
  ...feedFields,
  mine: z
    .string()
    .toLowerCase()
    .refine((word) => Object.hasOwn(YES_OR_NO, word), 'Send true or false.')
    .transform((word) => YES_OR_NO[word as keyof typeof YES_OR_NO])
    .optional()
    .describe('what the caller added'),
  program: z.guid('Must be a valid UUID.').optional(),
})
export type FeedQuery = z.output<typeof feedQuery> &
  Partial<Pick<z.output<typeof workspaceFeedQuery>, 'mine' | 'program'>>

export const feedReply = z
  .object({
    results: z.array(
      z
        .object({
          kind: z.enum(KINDS),
          id: z.guid(),
          title: text,
          url: text.nullable(),
          download_url: text.nullable(),
          provider: text.nullable(),
          status: text.nullable(),
          preview_type: text.nullable(),
          labels: z.array(text),
          task: named('AssetTaskRef'),
          project: named('AssetProjectRef'),
          program: named('AssetProgramRef').nullable(),
          added_by: z.object({ id: z.guid(), display_name: text }).meta({ id: 'AssetUser' }).nullable(),
          added_at: z.string().meta({ format: 'date-time' }),
        })
        .meta({ id: 'AssetItem' }),
    ),
    next_cursor: text.nullable(),
  })
  .meta({ id: 'AssetFeedResponse' })
