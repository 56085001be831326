import type { TaskLine } from '../../../importers/ndjson/read-task-line.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { lockProject } from '../../projects/project-lock.ts'

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

/** Writes the fields that the lines name and that differ. Answers how many tasks changed. */
export async function updateTasks(
  ctx: Ctx<unknown>,
  projectId: string,
  lines: readonly { id: string; line: TaskLine }[],
): Promise<number> {
  if (lines.length === 0) return 0
  const syncSeq = await lockProject(ctx, projectId)
  const input = lines.map(({ id, line }) => ({ ...settled(line), id }))
  const changed = await sql<{ id: string }>(ctx, UPDATE, [JSON.stringify(input), projectId, syncSeq])
  return changed.length
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
