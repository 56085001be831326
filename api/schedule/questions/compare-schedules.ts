import { readFile } from 'node:fs/promises'
import type { OtherPlan } from '../../../compute/questions/question.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { findProjectScope, withScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import type { MultipartBody, Reply, UploadedFile } from '../../platform/http/route.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import { askPlan, idsOf, loadAlone, replyOf, toldColumns } from './ask-plan.ts'
import type { DifferenceInput } from './difference.schema.ts'
import { loadNumbers } from './row-texts.queries.ts'

/** Changes beyond these are made kind by kind. */
const MAX_STEPS = 100

/** What was changed since an uploaded plan, tasks by their numbers. */
export async function compareWithPlan(ctx: Ctx<ProjectScope>, bytes: Uint8Array): Promise<Reply> {
  return compare(ctx, { kind: 'document', bytes })
}

/** What makes the schedule differ from that of another project, tasks matched by their numbers. */
export async function compareWithProject(ctx: Ctx<ProjectScope>, input: DifferenceInput): Promise<Reply> {
  const other = await findProjectScope(ctx, input.project)
  refuseUnless(other, notFound)
  const { texts, loaded } = await loadNumbered(ctx, other.projectId)
  const columns = await toldColumns(withScope(ctx, other), loaded.input.columns)
  return compare(ctx, { kind: 'columns', columns: { ...columns, ids: null }, texts })
}

async function compare(ctx: Ctx<ProjectScope>, other: OtherPlan): Promise<Reply> {
  const { texts, loaded } = await loadNumbered(ctx, ctx.scope.projectId)
  return replyOf(await askPlan(ctx, loaded, texts, { kind: 'difference', other, maxSteps: MAX_STEPS }))
}

async function loadNumbered(ctx: Ctx<unknown>, projectId: string) {
  return numbered(ctx, projectId, await loadAlone(ctx, projectId))
}

/** A schedule whose tasks are told apart by their numbers, which also break the ties between them. */
export async function numbered(ctx: Ctx<unknown>, projectId: string, loaded: LoadedSchedule) {
  const { numbers, names } = await loadNumbers(ctx, projectId)
  return { loaded, texts: { ids: idsOf(loaded), names, otherIds: numbers } }
}

/** The uploaded document in memory that a thread reads without a copy. */
export async function readPlanUpload(_ctx: Ctx, upload: MultipartBody): Promise<Uint8Array> {
  const file = await readFile((upload.file as UploadedFile).path)
  const bytes = new Uint8Array(new SharedArrayBuffer(file.length))
  bytes.set(file)
  return bytes
}
