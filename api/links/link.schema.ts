import { z } from 'zod'
import { foldName } from '../platform/fold-name.ts'
import { PROVIDERS } from './resolve-provider.ts'

const MAX_URL_LENGTH = 2_048
const MAX_TITLE_LENGTH = 512
const MAX_LABELS = 12
const MAX_LABEL_LENGTH = 40
const MAX_ORDER = 2_147_483_647

/** The worst first: what needs somebody stands before what is under way, and what is done last. */
export const LINK_STATUSES = ['closed', 'draft', 'open', 'unknown', 'merged'] as const
const PREVIEWS = ['document', 'spreadsheet', 'presentation', 'image', 'pdf', 'folder', 'file', ''] as const

const instant = z.string().meta({ format: 'date-time' })

/** `example.org/x` is meant as https, and `mailto:x` as what it says, which is no address of the web. */
function withScheme(text: string): string {
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text) && text.length <= MAX_URL_LENGTH
}

const url = z
  .string()
  .trim()
  .min(1, 'This field may not be blank')
  .max(MAX_URL_LENGTH)
  .transform(withScheme)
  .refine(isWebAddress, `Send an address of the web of at most ${MAX_URL_LENGTH} characters.`)

const labels = z
  .array(z.string().trim().min(1, 'A label may not be blank').max(MAX_LABEL_LENGTH))
  .max(MAX_LABELS)
  .refine((names) => new Set(names.map(foldName)).size === names.length, 'Each label may stand once.')

export const linkBody = z.object({
  url,
  custom_title: z.string().trim().max(MAX_TITLE_LENGTH).optional(),
  labels: labels.optional(),
  display_order: z.int().min(0).max(MAX_ORDER).optional().describe('last when left out'),
})
export type LinkInput = z.output<typeof linkBody>
export const linkPatch = linkBody.partial()
export type LinkChanges = z.output<typeof linkPatch>

export const linkReply = z
  .object({
    id: z.guid(),
    url: z.string(),
    provider: z.enum(PROVIDERS),
    title: z.string(),
    custom_title: z.string(),
    labels: z.array(z.string()),
    status: z.enum(LINK_STATUSES).describe('unknown until the other side was asked'),
    fetched_at: instant.nullable(),
    description: z.string(),
    thumbnail_url: z.string(),
    preview_type: z.enum(PREVIEWS).describe('empty until the other side was asked'),
    display_order: z.int(),
    server_version: z.int(),
  })
  .meta({ id: 'TaskLink' })
