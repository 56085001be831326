import type { TaskLine } from '../../../importers/ndjson/read-task-line.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { lockProject } from '../../projects/project-lock.ts'
import type { SettledRow } from '../../tasks/insert-tasks.ts'
import { loadProjectFacts } from '../../tasks/project-facts.ts'
import {
  isDone,
  lastRecordableDay,
  percentAfterReopening,
  type RecordedWork,
  settleRecordedWork,
} from '../../tasks/rules/recorded-work.ts'

/** Columns that a line may change, with their types. Work of a phase is that of its children and stays. */
const COLUMNS: readonly [name: string, type: string, ofPhases: boolean][] = [
  ['name', 'text', true],
  ['notes', 'text', true],
  ['planned_start', 'date', true],
  ['constraint_type', 'text', true],
  ['constraint_date', 'date', true],
  ['deadline', 'date', true],
  ['duration', 'int', false],
  ['is_milestone', 'boolean', false],
  ['percent_complete', 'float8', false],
  ['status', 'text', false],
  ['actual_start', 'date', false],
  ['actual_finish', 'date', false],
  ['optimistic_duration', 'int', false],
  ['most_likely_duration', 'int', false],
  ['pessimistic_duration', 'int', false],
  ['story_points', 'int2', false],
]

const isPhase = '(t.own_status is not null or t.own_estimate is not null)'
const next = COLUMNS.map(([name, type, ofPhases]) => {
  const given = ofPhases ? `e ? '${name}'` : `e ? '${name}' and not ${isPhase}`
  return `case when ${given} then (e->>'${name}')::${type} else t.${name} end as ${name}`
})
const names = COLUMNS.map(([name]) => name)

const UPDATE = `
  with next as (
    select t.id, ${next.join(', ')}
    from jsonb_array_elements($1::jsonb) as input(e) join tasks t on t.id = (e->>'id')::uuid
    where t.project_id = $2 and not t.is_deleted)
  update tasks t set ${names.map((name) => `${name} = next.${name}`).join(', ')},
    delivery_mode = case when next.is_milestone then 'milestone'
      when t.delivery_mode = 'milestone' then 'waterfall' else t.delivery_mode end,
    status_changed_at = case when next.status = t.status then t.status_changed_at else now() end,
    server_version = t.server_version + 1, sync_seq = $3
  from next where t.id = next.id
    and (${names.map((name) => `t.${name}`).join(', ')}) is distinct from (${names.map((name) => `next.${name}`).join(', ')})
  returning t.id`

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
  const syncSeq = await lockProject(ctx, projectId)
  const named = lines.map(({ id, line }) => ({ ...settled(line), id }))
  const { input, settledRows } = await settleRecorded(ctx, projectId, named)
  const changed = await sql<{ id: string }>(ctx, UPDATE, [JSON.stringify(input), projectId, syncSeq])
  return { count: changed.length, settledRows }
}

type NamedFields = SettledFields & { id: string }

/** Recorded work is judged as the row will stand: what the line names over what is stored. */
async function settleRecorded(ctx: Ctx<unknown>, projectId: string, lines: readonly NamedFields[]) {
  const recording = lines.filter((line) => RECORDED.some((field) => line[field] !== undefined))
  if (recording.length === 0) return { input: lines, settledRows: [] }
  const lastDay = lastRecordableDay(ctx.services.clock, await loadProjectFacts(ctx, projectId))
  const stored = await sql<RecordedWork & { id: string }>(
    ctx,
    'select id, status, percent_complete, actual_start, actual_finish from tasks where id = any($1::uuid[])',
    [recording.map(({ id }) => id)],
  )
  const storedOf = new Map(stored.map((row) => [row.id, row]))
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
