import { readFile } from 'node:fs/promises'
import { isAdmin, lockWorkspace, workspaceScope } from '../../access/workspace-scope.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { loadWorkspace } from '../../levels/load-workspace.ts'
import type { Workspace } from '../../levels/workspace.entity.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { type MultipartBody, Reply, type Route, route } from '../../platform/http/route.ts'
import { presentWorkspace } from '../workspace.present.ts'
import { workspaceReply } from '../workspace.schema.ts'
import { deleteLogo, findLogo, saveLogo } from './logo.queries.ts'

const MAX_BYTES = 2 * 2 ** 20
/** What is read of an upload before its size is told by the field. */
const MOST_READ_BYTES = 4 * MAX_BYTES
/** Pictures without scripts, told by their first bytes whatever the file is called. */
const TYPES: readonly string[] = ['image/png', 'image/webp']

interface Picture {
  readonly bytes: Buffer
  readonly type: string | undefined
}

async function readPicture(upload: MultipartBody | null): Promise<Picture> {
  if (!upload?.file) throw fieldError('file', 'No file was sent.')
  const [bytes, { fileTypeFromBuffer }] = await Promise.all([readFile(upload.file.path), import('file-type')])
  return { bytes, type: (await fileTypeFromBuffer(bytes))?.mime }
}

async function changeLogo(ctx: Ctx<unknown>, { bytes, type }: Picture): Promise<Reply | object> {
  if (bytes.length > MAX_BYTES) return new Reply(413, { file: ['The picture is larger than 2 MB.'] })
  if (!TYPES.includes(type ?? '')) return new Reply(415, { file: ['Send a PNG or WebP picture.'] })
  const workspace = await hold(ctx)
  await saveLogo(ctx, type as string, bytes)
  return save(ctx, workspace, ctx.services.clock.now())
}

async function removeLogo(ctx: Ctx<unknown>): Promise<object> {
  const workspace = await hold(ctx)
  if (workspace.logo_changed_at === null) return presentWorkspace(workspace)
  await deleteLogo(ctx)
  return save(ctx, workspace, null)
}

async function hold(ctx: Ctx<unknown>): Promise<Workspace> {
  await lockWorkspace(ctx)
  return loadWorkspace(ctx)
}

async function save(ctx: Ctx<unknown>, workspace: Workspace, changedAt: Date | null): Promise<object> {
  workspace.logo_changed_at = changedAt
  await ctx.em.flush()
  const target = { type: 'workspace', id: null, label: workspace.name } as const
  await recordAuditEvent(ctx, { eventType: 'workspace_settings_changed', target, metadata: { fields: ['logo'] } })
  return presentWorkspace(workspace)
}

const logo = { path: '/workspace/logo/', tag: 'workspace' } as const

export const logoRoutes: readonly Route[] = [
  route({
    method: 'GET',
    ...logo,
    summary: 'The picture of the workspace, for anyone: sign-in pages show it',
    audience: 'public',
    produces: TYPES,
    otherReplies: { 404: { description: 'there is none' } },
    run: async (ctx) => {
      const found = await findLogo(ctx)
      refuseUnless(found, notFound)
      return new Reply(200, Buffer.from(found.bytes), {
        'Content-Type': found.content_type,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'public, max-age=86400',
      })
    },
  }),
  route({
    method: 'POST',
    ...logo,
    summary: 'Set the picture of the workspace: PNG or WebP, at most 2 MB',
    scope: workspaceScope,
    allow: isAdmin,
    upload: { field: 'file', required: true, maxBytes: () => MOST_READ_BYTES },
    prepare: (_ctx, upload) => readPicture(upload),
    reply: workspaceReply,
    otherReplies: { 413: { description: 'larger than 2 MB' }, 415: { description: 'neither PNG nor WebP' } },
    run: (ctx, { prepared }) => changeLogo(ctx, prepared as Picture),
  }),
  route({
    method: 'DELETE',
    ...logo,
    summary: 'Take the picture of the workspace off',
    scope: workspaceScope,
    allow: isAdmin,
    reply: workspaceReply,
    run: (ctx) => removeLogo(ctx),
  }),
]
