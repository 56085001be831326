import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { findProjectFacts } from './project-facts.queries.ts'
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
  /** Whether the last pass left the dates behind what people wrote. */
  readonly areDatesStale: boolean
}

/** Read once a transaction: writes of a project hold its lock, and these facts matter to nobody else meanwhile. */
export async function loadProjectFacts(ctx: Ctx<unknown>, projectId: string): Promise<ProjectFacts> {
  const memoKey = `project-facts:${projectId}`
  const known = ctx.memo.get(memoKey) as ProjectFacts | undefined
  if (known) return known
  const row = await findProjectFacts(ctx, projectId)
  if (!row) throw notFound()
  const facts: ProjectFacts = {
    startDate: row.start_date,
    statusDate: row.status_date,
    lifecycle: row.lifecycle,
    methodology: row.methodology,
    boardCadence: row.board_cadence,
    estimationMode: row.estimation_mode,
    durationPolicy: row.duration_policy as ProjectFacts['durationPolicy'],
    calendarId: row.calendar_id,
    timezone: row.timezone,
    areDatesStale: row.dates_stale_since !== null,
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
