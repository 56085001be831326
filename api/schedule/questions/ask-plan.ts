import type { ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import type { Question, RowTexts } from '../../../compute/questions/question.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { mayReadVelocity } from '../../access/team-signals.ts'
import type { Ctx } from '../../platform/context.ts'
import { refuseUnless } from '../../platform/errors.ts'
import { Reply } from '../../platform/http/route.ts'
import { answerCompute } from '../compute-refusal.ts'
import { loadSchedule } from '../load-schedule.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import { noTasks } from '../monte-carlo/run-monte-carlo.ts'
import { loadPassProject } from '../pass-project.queries.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** A project alone, on the data date of its stored dates; it may have no task to schedule. */
export async function loadStanding(ctx: Ctx<unknown>, projectId: string): Promise<LoadedSchedule> {
  const project = await loadPassProject(ctx, projectId)
  return loadSchedule(ctx, [project], { withEstimates: true, asStored: true })
}

/** The same with something to ask about. */
export async function loadAlone(ctx: Ctx<unknown>, projectId: string): Promise<LoadedSchedule> {
  const loaded = await loadStanding(ctx, projectId)
  refuseUnless(loaded.input.rowOfTask.length > 0, noTasks)
  return loaded
}

/** The ids of the tasks in the order of the columns, four words each: texts are made on the thread that needs them. */
export function idsOf({ input }: LoadedSchedule): Int32Array {
  const { rowOfTask, rowIndex } = input
  const words = new Int32Array(new SharedArrayBuffer(16 * rowOfTask.length))
  for (let task = 0; task < rowOfTask.length; task++) {
    const row = rowOfTask[task] as number
    for (let word = 0; word < 4; word++) words[4 * task + word] = rowIndex.words[4 * row + word] as number
  }
  return words
}

/** Without points that a team does not tell the caller: they move no date, and a difference names all that was changed. */
export async function toldColumns<Columns extends Pick<ScheduleColumns, 'storyPoints'>>(
  ctx: Ctx<ProjectScope>,
  columns: Columns,
): Promise<Columns> {
  if (await mayReadVelocity(ctx)) return columns
  const memory = new SharedArrayBuffer(columns.storyPoints.byteLength)
  return { ...columns, storyPoints: new Float64Array(memory).fill(Number.NaN) }
}

/** Asks a thread, within the deadline and the queue of the pool. */
export async function askPlan(
  ctx: Ctx<ProjectScope>,
  { input }: { readonly input: Pick<LoadedSchedule['input'], 'columns' | 'floors'> },
  texts: RowTexts,
  question: Question,
): Promise<Buffer> {
  const asked = { texts, question, floors: input.floors }
  const columns = question.kind === 'difference' ? await toldColumns(ctx, input.columns) : input.columns
  const answer = await answerCompute(ctx, ctx.services.compute.ask(columns, asked, { signal: ctx.signal }))
  return Buffer.from(answer)
}

/** The thread's bytes as they are: a long answer is not written twice. */
export function replyOf(bytes: Buffer, type = JSON_TYPE): Reply {
  return new Reply(200, bytes, { 'Content-Type': type })
}
