import { z } from 'zod'
import { personReply } from '../access/person.schema.ts'
import { pageQuery } from '../platform/http/paging.ts'

const MAX_NAME_LENGTH = 255
const MAX_URL_LENGTH = 2_048
const MAX_LIFE_SECONDS = 3_600
const DEFAULT_LIFE_SECONDS = 900

const instant = z.string().meta({ format: 'date-time' })

export const listAttachmentsQuery = z.object({
  ...pageQuery,
  search: z.string().max(512).optional(),
  ordering: z.string().max(64).optional().describe('created_at, file_name; a leading - turns it round'),
})
export type ListAttachmentsQuery = z.output<typeof listAttachmentsQuery>

const webAddress = z
  .string()
  .trim()
  .max(MAX_URL_LENGTH)
  .refine(isWebAddress, 'Send an address that begins with http:// or https://.')

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/** What stands in the form beside the file, each as text. An empty address is none. */
export const attachmentFields = z.object({
  file_name: z.string().max(MAX_NAME_LENGTH).optional(),
  external_url: z.union([z.literal(''), webAddress]).optional(),
  external_title: z.string().trim().max(MAX_NAME_LENGTH).optional(),
  is_pinned: z
    .stringbool({ truthy: ['true', '1', 'yes', 'on'], falsy: ['false', '0', 'no', 'off', ''] })
    .meta({ override: { type: 'boolean' } })
    .optional(),
})
export type AttachmentFields = z.output<typeof attachmentFields>

export const attachmentReply = z
  .object({
    id: z.guid(),
    file: z.string().nullable().describe('where the file is downloaded, with the credentials of a member'),
    file_name: z.string(),
    file_size: z.int().nullable(),
    file_mime: z.string(),
    external_url: z.string(),
    external_title: z.string(),
    is_pinned: z.boolean(),
    uploaded_by: personReply.nullable(),
    deleted_by: personReply.nullable(),
    created_at: instant,
    is_deleted: z.boolean(),
    deleted_at: instant.nullable(),
  })
  .meta({ id: 'TaskAttachment' })
export type AttachmentShown = z.output<typeof attachmentReply>

const lifeMessage = `Send seconds from 1 to ${MAX_LIFE_SECONDS}.`
export const signedUrlQuery = z.object({
  ttl: z.coerce
    .number<string>(lifeMessage)
    .int(lifeMessage)
    .min(1, lifeMessage)
    .max(MAX_LIFE_SECONDS, lifeMessage)
    .default(DEFAULT_LIFE_SECONDS)
    .describe('seconds that the address works'),
})
export const signedUrlReply = z.object({ url: z.string(), expires_at: instant }).meta({ id: 'SignedDownloadUrl' })
