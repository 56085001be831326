import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf, presentPage } from '../platform/http/paging.ts'
import { byAccount } from '../platform/http/rate-limits.ts'
import { route } from '../platform/http/route.ts'
import { type ProjectTaskScope, projectTaskScope } from '../tasks/project-task-scope.ts'
import { addAttachment, readAttachment } from './add-attachment.ts'
import { presentAttachment } from './attachment.present.ts'
import { loadAttachment, pageAttachments } from './attachment.queries.ts'
import {
  attachmentFields,
  attachmentReply,
  listAttachmentsQuery,
  signedUrlQuery,
  signedUrlReply,
} from './attachment.schema.ts'
import { deleteAttachment, downloadFile, signAddress } from './use-attachment.ts'

const PATH = '/projects/{id}/tasks/{taskId}/attachments/'
const ONE = `${PATH}{attachmentId}/`
const MEGABYTE = 1024 * 1024
const reading = { tag: 'attachments', scope: projectTaskScope }
const mayWrite = (ctx: Ctx<ProjectTaskScope>) => atLeast(ctx.scope.role, ROLE.member)
const idOf = (params: Readonly<Record<string, string>>) => params.attachmentId as string

export const attachmentRoutes = [
  route({
    method: 'GET',
    path: PATH,
    ...reading,
    summary: 'Attachments of a task, pinned ones first',
    query: listAttachmentsQuery,
    reply: pageOf(attachmentReply),
    run: async (ctx, { query }) => ({ page: await pageAttachments(ctx, query), query }),
    present: ({ page, query }, ctx) => {
      const { projectId, taskId } = ctx.scope
      const results = page.results.map((row) => presentAttachment(row, ctx))
      const path = `/projects/${projectId}/tasks/${taskId}/attachments/`
      return presentPage({ ...page, results }, ctx.services.config, path, query)
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    ...reading,
    allow: mayWrite,
    summary: 'Put a file to a task, or a link by external_url',
    limits: [byAccount('attachment_upload', (config) => config.throttleAttachmentUploadRate)],
    upload: {
      field: 'file',
      required: false,
      fields: attachmentFields,
      orFields: true,
      maxBytes: ({ services }) => services.config.attachmentMaxUploadMb * MEGABYTE,
      tooLargeStatus: 400,
    },
    idempotency: { exempt: 'multipart bodies rarely match on retry' },
    prepare: readAttachment,
    status: 201,
    reply: attachmentReply,
    otherReplies: { 415: { description: 'attachment_unsupported_mime or attachment_content_mismatch' } },
    run: (ctx, { prepared }) => addAttachment(ctx, prepared),
    present: presentAttachment,
  }),
  route({
    method: 'GET',
    path: ONE,
    ...reading,
    summary: 'One attachment',
    reply: attachmentReply,
    run: (ctx, { params }) => loadAttachment(ctx, idOf(params)),
    present: presentAttachment,
  }),
  route({
    method: 'DELETE',
    path: ONE,
    ...reading,
    allow: mayWrite,
    summary: 'Delete an attachment; whoever put it there or a Project Manager',
    status: 204,
    run: (ctx, { params }) => deleteAttachment(ctx, idOf(params)),
  }),
  route({
    method: 'GET',
    path: `${ONE}signed-url/`,
    ...reading,
    summary: 'An address at which the file is read without credentials for a time',
    holdsSecret: true,
    query: signedUrlQuery,
    reply: signedUrlReply,
    otherReplies: { 501: { description: 'the storage gives no signed addresses' } },
    run: (ctx, { params, query }) => signAddress(ctx, idOf(params), query.ttl),
  }),
  route({
    method: 'GET',
    path: `${ONE}download/`,
    ...reading,
    summary: 'The file, to be kept',
    produces: ['*/*'],
    run: (ctx, { params }) => downloadFile(ctx, idOf(params)),
  }),
]
