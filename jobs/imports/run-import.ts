import { unpackContent } from '../../api/imports/accepting/packed-content.ts'
import { refusalOfImport } from '../../api/imports/import.errors.ts'
import { checkImportDates } from '../../api/imports/import.jobs.ts'
import { loadContent, updateProgress } from '../../api/imports/import.queries.ts'
import { importWork } from '../../api/imports/import.work.ts'
import { importFacts } from '../../api/imports/import-kinds.ts'
import { importScope } from '../../api/imports/import-scope.ts'
import { mergeTasks } from '../../api/imports/ndjson/merge-tasks.ts'
import { soundPlan } from '../../api/imports/plan-file/sound-plan.ts'
import { readOptions } from '../../api/imports/read-options.ts'
import { applyPlan } from '../../api/imports/writing/apply-plan.ts'
import type { Ctx, Services } from '../../api/platform/context.ts'
import { asJson } from '../../api/platform/db/statements.ts'
import type { ClaimOf } from '../../api/platform/queue/background-work.ts'
import { enqueue } from '../../api/platform/queue/define-job.ts'
import { isWorkRunning, lockRunningWork } from '../../api/platform/queue/work.queries.ts'
import { finishWork } from '../../api/platform/queue/work-life.ts'
import { lockProjectForImport } from '../../api/projects/project-lock.ts'
import { tellWriter } from '../../api/projects/writer.ts'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import { detectFormat } from '../../importers/plan-file/detect-format.ts'

type ClaimedImport = ClaimOf<typeof importWork>

/** Writes what was uploaded in one transaction that also ends the request: a second run finds it ended and does nothing. */
export function runImport(services: Services, request: ClaimedImport, signal: AbortSignal | undefined): Promise<void> {
  return importFacts(request.kind).isStreamed
    ? mergeLines(services, request, signal)
    : readAndWrite(services, request, signal)
}

async function readAndWrite(
  services: Services,
  { id, kind, project_id: projectId, filename, options: asked }: ClaimedImport,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [packed, options] = await services.systemContext(async (ctx) => [
    await loadContent(ctx, id),
    await readOptions(ctx, projectId, kind, asked),
  ])
  // Another run of the job has ended it meanwhile.
  if (packed === null) return
  const content = await unpackContent(packed)
  const plan = 'plan' in content ? content.plan : await readPlan(content.file)
  await services.systemContext((ctx) => writePlan(ctx, id, plan))

  async function readPlan(file: Buffer): Promise<ImportedPlan> {
    const isDocument = detectFormat(file) === 'json'
    const answer = await services.imports.read(file, filename, options, { signal, givesBytes: true })
    if (!answer.ok) throw refusalOfImport(answer.refusal)
    return isDocument ? soundPlan(answer.plan) : answer.plan
  }
}

async function writePlan(ctx: Ctx, id: string, plan: ImportedPlan): Promise<void> {
  const request = await lockRunningWork(ctx, importWork, id)
  if (!request) return
  const scoped = await importScope(ctx, request.project_id)
  await tellWriter(ctx, { actorId: request.requested_by_id, reason: importFacts(request.kind).sourceKind })
  const { summary, createdTasks, fileDates } = await applyPlan(scoped, request, plan)
  await finishWork(ctx, importWork, id, {
    summary,
    created_tasks: createdTasks,
    file_dates: fileDates && asJson(fileDates),
  })
  if (fileDates !== null) enqueue(ctx, checkImportDates, { requestId: id })
}

/**
 * The project's lock is taken before the request is looked at, so that a second run waits for the first and finds it ended.
 * Progress is written beside it, for people to see meanwhile.
 */
async function mergeLines(
  services: Services,
  { id, kind, project_id: projectId, requested_by_id: actorId }: ClaimedImport,
  signal: AbortSignal | undefined,
): Promise<void> {
  const onProgress = (rowsDone: number) =>
    services.systemContext(async (ctx) => {
      // A process that stops gives the job back; nothing of the open transaction stays.
      signal?.throwIfAborted()
      await updateProgress(ctx, id, rowsDone)
    })
  await services.systemContext(async (ctx) => {
    const scoped = await importScope(ctx, projectId)
    await tellWriter(ctx, { actorId, reason: importFacts(kind).sourceKind })
    await lockProjectForImport(ctx, projectId)
    if (!(await isWorkRunning(ctx, importWork, id))) return
    const { summary, createdTasks } = await mergeTasks(scoped, id, onProgress)
    await finishWork(ctx, importWork, id, { summary, created_tasks: createdTasks })
  })
}
