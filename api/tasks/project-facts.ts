import type { Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { notFound } from '../platform/errors.ts'
import type { DeliveryMode, GovernanceClass } from './task-values.ts'

/** What the rules of task writes ask about the project, inheritance resolved. */
export interface ProjectFacts {
  readonly startDate: string
  /** The data date people set; null where it is today. */
  readonly statusDate: string | null
  readonly lifecycle: string
  readonly methodology: string
  readonly boardCadence: string
  readonly estimationMode: string
  readonly durationPolicy: 'keep' | 'prorate' | 'confirm'
  readonly calendarId: string | null
  readonly timezone: string
}

interface FactsRow {
  start_date: string
  status_date: string | null
  lifecycle: string
  methodology: string
  board_cadence: string
  estimation_mode: string
  duration_policy: ProjectFacts['durationPolicy']
  calendar_id: string | null
  timezone: string
}

/** Read once a transaction: writes of a project hold its lock, and these facts matter to nobody else meanwhile. */
export async function loadProjectFacts(ctx: Ctx<unknown>, projectId: string): Promise<ProjectFacts> {
  const memoKey = `project-facts:${projectId}`
  const known = ctx.memo.get(memoKey) as ProjectFacts | undefined
  if (known) return known
  const row = await sqlOne<FactsRow>(
    ctx,
    `select p.start_date, p.status_date, p.lifecycle, p.board_cadence, p.estimation_mode,
       coalesce(p.methodology, g.methodology, w.methodology, 'HYBRID') as methodology,
       coalesce(p.duration_change_percent_policy, g.duration_change_percent_policy, w.duration_change_percent_policy, 'keep') as duration_policy,
       coalesce(p.calendar_id, g.calendar_id, w.calendar_id) as calendar_id,
       coalesce(nullif(p.timezone, ''), w.timezone, 'UTC') as timezone
     from projects p left join programs g on g.id = p.program_id and not g.is_deleted left join workspace w on w.id = 1
     where p.id = $1 and not p.is_deleted`,
    [projectId],
  )
  if (!row) throw notFound()
  const facts: ProjectFacts = {
    startDate: row.start_date,
    statusDate: row.status_date,
    lifecycle: row.lifecycle,
    methodology: row.methodology,
    boardCadence: row.board_cadence,
    estimationMode: row.estimation_mode,
    durationPolicy: row.duration_policy,
    calendarId: row.calendar_id,
    timezone: row.timezone,
  }
  ctx.memo.set(memoKey, facts)
  return facts
}

/** How work is delivered and governed when the caller does not say: as above it, at the top as the methodology has it. */
export function classificationDefaults(
  facts: ProjectFacts,
  inherited: GovernanceClass | null,
): { governance_class: GovernanceClass; delivery_mode: DeliveryMode } {
  const governance_class = inherited ?? (facts.methodology === 'WATERFALL' ? 'gated' : 'flow')
  if (facts.methodology !== 'AGILE') return { governance_class, delivery_mode: 'waterfall' }
  return { governance_class, delivery_mode: facts.boardCadence === 'continuous' ? 'kanban' : 'scrum' }
}
