import { z } from 'zod'
import { type ProgramScope, programScope } from '../../access/program-scope.ts'
import { type ProjectScope, projectScope } from '../../access/project-scope.ts'
import { isOwner, type WorkspaceScope, workspaceScope } from '../../access/workspace-scope.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { type RawInput, Reply, type Route, route } from '../../platform/http/route.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/queue/define-job.ts'
import { asDownload } from '../../platform/storage/file-store.ts'
import { managesProgram } from '../../programs/program.policy.ts'
import { canExport } from '../export.policy.ts'
import { exportKey } from './export-files.ts'
import {
  type ExportJobRow,
  type ExportPlace,
  findExport,
  findOpenExport,
  insertExportJob,
} from './export-job.queries.ts'
import { exportWork } from './export-job.work.ts'

const DAY_MS = 86_400_000
const instant = z.string().meta({ format: 'date-time' })

const jobFields = {
  id: z.guid(),
  status: z.enum(['pending', 'running', 'success', 'failed']),
  file_size: z.int().nullable(),
  error_detail: z.string(),
  expires_at: instant.nullable(),
  created_at: instant,
  started_at: instant.nullable(),
  completed_at: instant.nullable(),
  download_url: z.string().nullable().describe('when the file is there'),
}

interface Way<S> {
  /** Path under which an export is asked for. */
  readonly ask: string
  /** Path of one job. */
  readonly one: string
  readonly called: string
  readonly scope: (ctx: Ctx, raw: RawInput) => Promise<S>
  readonly allow: (ctx: Ctx<S>) => boolean
  readonly placeOf: (scope: S) => ExportPlace
  readonly reply: z.ZodType
  readonly fileName: (scope: S) => string
  readonly onAsk?: (ctx: Ctx<S>) => Promise<void>
}

/** Asks for a bundle; one that is not ready yet is not begun a second time. */
async function requestExport<S>(ctx: Ctx<S>, way: Way<S>): Promise<ExportJobRow> {
  const place = way.placeOf(ctx.scope)
  const id = newId()
  const keptMs = (ctx.services.config.exportRetentionDays ?? 7) * DAY_MS
  const expires_at = new Date(ctx.services.clock.now().getTime() + keptMs)
  if (await insertExportJob(ctx, place, { id, expires_at })) {
    enqueue(ctx, exportWork.job, { id })
    await way.onAsk?.(ctx)
  }
  const row = (await findExport(ctx, place, id)) ?? (await findOpenExport(ctx, place))
  // It ended between the two looks.
  refuseUnless(row, () => new Refusal(409, 'An export has just ended; ask again.'))
  return row
}

function presentJob<S>(row: ExportJobRow, ctx: Ctx<S>, way: Way<S>): object {
  const { project_id, program_id, requested_by_id: _, ...job } = row
  const isThere = row.status === 'success' && Date.parse(row.expires_at) > ctx.services.clock.now().getTime()
  const path = way.one.replace('{id}', project_id ?? program_id ?? '').replace('{jobId}', row.id)
  return {
    ...job,
    ...(project_id === null ? {} : { project: project_id }),
    ...(program_id === null ? {} : { program: program_id }),
    expires_at: row.status === 'success' ? instantText(row.expires_at) : null,
    created_at: instantText(row.created_at),
    started_at: instantText(row.started_at),
    completed_at: instantText(row.completed_at),
    download_url: isThere ? `${ctx.services.config.publicUrl}/api/v1${path}download/` : null,
  }
}

async function loadJob<S>(ctx: Ctx<S>, way: Way<S>, id: string): Promise<ExportJobRow> {
  const row = await findExport(ctx, way.placeOf(ctx.scope), id)
  refuseUnless(row, notFound)
  return row
}

async function download<S>(ctx: Ctx<S>, way: Way<S>, id: string): Promise<Reply> {
  const row = await loadJob(ctx, way, id)
  refuseUnless(row.status === 'success', () => new Refusal(409, 'The file is not there yet.'))
  const isOver = Date.parse(row.expires_at) <= ctx.services.clock.now().getTime()
  refuseUnless(!isOver, () => new Refusal(410, 'The file is not kept any more; export again.'))
  const file = await ctx.services.files.open(exportKey(row.id))
  refuseUnless(file, notFound)
  return new Reply(200, file.stream, {
    'Content-Type': 'application/gzip',
    'Content-Length': String(file.sizeBytes),
    'Content-Disposition': asDownload(way.fileName(ctx.scope)),
    'Cache-Control': 'private, no-cache',
  })
}

function bundleRoutesOf<S>(way: Way<S>): Route[] {
  const shared = { tag: 'exports', scope: way.scope, allow: way.allow }
  return [
    route({
      ...shared,
      method: 'POST',
      path: way.ask,
      summary: `Pack ${way.called} into one file in the background`,
      whenArchived: 'allowed',
      status: 202,
      reply: way.reply,
      run: (ctx) => requestExport(ctx, way),
      present: (row, ctx) => presentJob(row, ctx, way),
    }),
    route({
      ...shared,
      method: 'GET',
      path: way.one,
      summary: `How far an export of ${way.called} is`,
      reply: way.reply,
      run: (ctx, { params }) => loadJob(ctx, way, params.jobId as string),
      present: (row, ctx) => presentJob(row, ctx, way),
    }),
    route({
      ...shared,
      method: 'GET',
      path: `${way.one}download/`,
      produces: ['application/gzip'],
      summary: 'The file, to be kept',
      otherReplies: { 409: { description: 'not ready' }, 410: { description: 'not kept any more' } },
      run: (ctx, { params }) => download(ctx, way, params.jobId as string),
    }),
  ]
}

/** An owner of the workspace, or who operates the installation. */
const mayExportAll = (ctx: Ctx<WorkspaceScope>) => isOwner(ctx) || actingAccount(ctx).isSuperuser

export const bundleRoutes: Route[] = [
  ...bundleRoutesOf<ProjectScope>({
    ask: '/projects/{id}/export/',
    one: '/projects/{id}/export/jobs/{jobId}/',
    called: 'a project',
    scope: projectScope(),
    allow: canExport,
    placeOf: ({ projectId }) => ({ kind: 'project', projectId }),
    reply: z.object({ ...jobFields, project: z.guid() }).meta({ id: 'ProjectExportJob' }),
    fileName: ({ code }) => `${code}.tar.gz`,
  }),
  ...bundleRoutesOf<ProgramScope>({
    ask: '/programs/{id}/export/',
    one: '/programs/{id}/export/jobs/{jobId}/',
    called: 'a program',
    scope: programScope(),
    allow: managesProgram,
    placeOf: ({ programId }) => ({ kind: 'program', programId }),
    reply: z.object({ ...jobFields, program: z.guid() }).meta({ id: 'ProgramExportJob' }),
    fileName: ({ code }) => `${code}.tar.gz`,
  }),
  ...bundleRoutesOf<WorkspaceScope>({
    ask: '/workspace/export/',
    one: '/workspace/export/{jobId}/',
    called: 'the workspace',
    scope: workspaceScope,
    allow: mayExportAll,
    placeOf: () => ({ kind: 'workspace' }),
    reply: z.object(jobFields).meta({ id: 'WorkspaceExportJob' }),
    fileName: () => 'workspace.tar.gz',
    onAsk: (ctx) =>
      recordAuditEvent(ctx, {
        eventType: 'workspace_export_triggered',
        target: { type: 'workspace', id: null, label: 'Workspace' },
      }),
  }),
]
