import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { mayReadVelocity } from '../../access/team-signals.ts'
import { isWorkingDay } from '../../calendars/compose-calendars.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { loadProjectFacts } from '../../tasks/project-facts.ts'
import { dayOf, loadProjectDays } from '../sprint-days.ts'
import { beginOfDay, type Card, findRunning, listCards, listStatusMoves } from './standup.queries.ts'

const DAY_MS = 86_400_000
/** A calendar without a working day in so many days has none. */
const LONGEST_SCAN_DAYS = 366
const DEFAULT_AGE_DAYS = 3

type Sprint = NonNullable<Awaited<ReturnType<typeof findRunning>>>

/** The board from person to person: what was done since the last working day, what stands still, what is under way. */
export async function readStandup(ctx: Ctx<ProjectScope>): Promise<object> {
  const { projectId } = ctx.scope
  const facts = await loadProjectFacts(ctx, projectId)
  const generated_at = ctx.services.clock.now().toISOString()
  const nothing = { active: false, sprint: null, generated_at, window_since: null, walk: [] }
  if (facts.boardCadence !== 'sprint') return { ...nothing, reason: 'continuous_cadence' }
  const sprint = await findRunning(ctx, projectId)
  if (!sprint) return { ...nothing, reason: 'no_active_sprint' }
  const since = await windowOf(ctx, sprint, facts.timezone)
  const { activated_at: _, ...shown } = sprint
  return {
    active: true,
    reason: null,
    sprint: shown,
    generated_at,
    window_since: instantText(since),
    walk: await walk(ctx, sprint.id, since),
  }
}

/** The beginning of the last working day before today, or of the sprint. */
async function windowOf(ctx: Ctx<ProjectScope>, sprint: Sprint, zone: string): Promise<string> {
  const calendar = await loadProjectDays(ctx, ctx.scope.projectId)
  const today = dayOf(ctx.services.clock.today(zone))
  let day = today - 1
  while (day > today - LONGEST_SCAN_DAYS && !isWorkingDay(calendar, day)) day--
  return beginOfDay(ctx, formatCivilDay(day), zone, sprint.activated_at)
}

async function walk(ctx: Ctx<ProjectScope>, sprintId: string, since: string): Promise<object[]> {
  const cards = await listCards(ctx, sprintId)
  const moves = await listStatusMoves(ctx, ctx.scope.projectId, sprintId, since)
  // What was complete before and is again was not done in the window: the first move tells where a task came from.
  const before = new Map(moves.toReversed().map((move) => [move.task_id, move.from_status]))
  const isDone = (card: Card) => card.status === 'COMPLETE' && (before.get(card.id) ?? 'COMPLETE') !== 'COMPLETE'
  const present = presenter(ctx, await mayReadVelocity(ctx))
  const byPerson = Map.groupBy(cards, (card) => card.assignee_id)
  const buckets = [...byPerson].map(([id, own]) => {
    const name = own[0]?.assignee_name ?? ''
    const done = own.filter(isDone)
    const blockers = own.filter((card) => card.is_flagged && card.status !== 'COMPLETE')
    const open = own.filter((card) => !card.is_flagged && (card.status === 'IN_PROGRESS' || card.status === 'REVIEW'))
    return {
      assignee: id === null ? null : { id, name },
      done: done.map(present),
      in_progress: open.map(present),
      blockers: blockers.map(present),
    }
  })
  const filled = buckets.filter((one) => one.done.length + one.in_progress.length + one.blockers.length > 0)
  return filled.sort((a, b) => placeOf(a.assignee).localeCompare(placeOf(b.assignee)))
}

/** By name, and what is nobody's behind all others. */
const placeOf = (person: { name: string } | null) => (person === null ? '\uffff' : person.name.toLowerCase())

function presenter(ctx: Ctx<unknown>, readsPoints: boolean) {
  const nowMs = ctx.services.clock.now().getTime()
  return (card: Card) => {
    const changed = card.status_changed_at === null ? null : Date.parse(card.status_changed_at)
    const dwell_days = changed === null ? null : Math.max(0, Math.floor((nowMs - changed) / DAY_MS))
    const threshold = card.age_threshold_days ?? DEFAULT_AGE_DAYS
    return {
      id: card.id,
      name: card.name,
      status: card.status,
      story_points: readsPoints ? card.story_points : null,
      dwell_days,
      aging: dwell_days !== null && dwell_days > threshold && card.percent_complete < 100,
      blocker_type: card.blocker_type || null,
      blocked_since: instantText(card.blocked_since),
    }
  }
}
