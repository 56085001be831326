import type { TaskLine } from '../../../importers/ndjson/read-task-line.ts'
import type { Ctx } from '../../platform/context.ts'
import { loadProjectFacts } from '../../tasks/project-facts.ts'
import {
  isDone,
  lastRecordableDay,
  percentAfterReopening,
  type RecordedWork,
  settleRecordedWork,
} from '../../tasks/rules/recorded-work.ts'
import type { SettledRow } from '../../tasks/writing/insert-tasks.ts'
import { loadRecordedWork, updateNamedTasks } from './ndjson.queries.ts'

export interface UpdatedTasks {
  readonly count: number
  /** What of the recorded work contradicted itself and was brought into line. */
  readonly settledRows: readonly SettledRow[]
}

/** Writes the fields that the lines name and that differ. */
export async function updateTasks(
  ctx: Ctx<unknown>,
  projectId: string,
  lines: readonly { id: string; line: TaskLine }[],
): Promise<UpdatedTasks> {
  if (lines.length === 0) return { count: 0, settledRows: [] }
  const named = lines.map(({ id, line }) => ({ ...settled(line), id }))
  const { input, settledRows } = await settleRecorded(ctx, projectId, named)
  return { count: await updateNamedTasks(ctx, projectId, input), settledRows }
}

type NamedFields = SettledFields & { id: string }

/** Recorded work is judged as the row will stand: what the line names over what is stored. */
async function settleRecorded(ctx: Ctx<unknown>, projectId: string, lines: readonly NamedFields[]) {
  const recording = lines.filter((line) => RECORDED.some((field) => line[field] !== undefined))
  if (recording.length === 0) return { input: lines, settledRows: [] }
  const lastDay = lastRecordableDay(ctx.services.clock, await loadProjectFacts(ctx, projectId))
  const storedOf = await loadRecordedWork(
    ctx,
    recording.map(({ id }) => id),
  )
  const settledRows: SettledRow[] = []
  const input = lines.map((line) => {
    const before = storedOf.get(line.id)
    if (before === undefined) return line
    const { work, changes } = settleRecordedWork(recordedAfter(before, line), lastDay)
    for (const settlement of changes) settledRows.push({ id: line.id, ...settlement })
    return { ...line, ...work }
  })
  return { input, settledRows }
}

const RECORDED = ['status', 'percent_complete', 'actual_start', 'actual_finish'] as const

function recordedAfter(before: RecordedWork, line: SettledFields): RecordedWork {
  const { status = before.status, actual_start = before.actual_start, actual_finish } = line
  const isReopened = isDone(before.status) && !isDone(status)
  const percent =
    isReopened && before.percent_complete === 100 ? percentAfterReopening(status) : before.percent_complete
  return {
    status,
    percent_complete: line.percent_complete ?? percent,
    actual_start,
    actual_finish: actual_finish !== undefined ? actual_finish : isReopened ? null : before.actual_finish,
  }
}

type SettledFields = Omit<TaskLine, 'external_id' | 'parent' | 'predecessors' | 'labels' | 'assignees'>

/** Fields that follow from each other: a milestone takes no time, what is done is done whole. */
export function settled(line: TaskLine): SettledFields {
  const {
    external_id: _id,
    parent: _parent,
    predecessors: _links,
    labels: _labels,
    assignees: _people,
    ...fields
  } = line
  if (fields.is_milestone === true) fields.duration = 0
  else if (fields.duration !== undefined) fields.is_milestone = fields.duration === 0
  else if (fields.is_milestone === false) fields.duration = 1
  if (fields.status === 'COMPLETE' || fields.status === 'REVIEW') fields.percent_complete = 100
  else if (fields.status === undefined && fields.percent_complete !== undefined) {
    const percent = fields.percent_complete
    fields.status = percent >= 100 ? 'COMPLETE' : percent > 0 ? 'IN_PROGRESS' : 'NOT_STARTED'
  }
  return fields
}
