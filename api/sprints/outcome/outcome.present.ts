import { instantText } from '../../platform/db/sql.ts'
import { ratio } from '../sprint.present.ts'
import type { SprintRow } from '../sprint.queries.ts'
import type { ShownOutcome } from './outcome.queries.ts'

interface Outcome {
  readonly sprint: SprintRow
  readonly rows: readonly ShownOutcome[]
  readonly readsPoints: boolean
  /** Null for who may not read it. */
  readonly velocity: object | null
}

/** Points of tasks and their sums are the team's; what was committed and how many tasks there are is everybody's. */
export function presentOutcome({ sprint, rows, readsPoints, velocity }: Outcome): object {
  const isClosed = sprint.state === 'COMPLETED'
  const unshipped = rows.filter((row) => row.disposition !== 'completed')
  const carried = unshipped.filter((row) => row.disposition === 'carried')
  const dropped = unshipped.filter((row) => row.disposition === 'dropped')
  const sum = (some: readonly ShownOutcome[]) => (readsPoints ? sumOf(some) : null)
  return {
    sprint_id: sprint.id,
    state: sprint.state,
    provisional: !isClosed,
    outcome_recorded: isClosed && rows.length > 0,
    name: sprint.name,
    start_date: sprint.start_date,
    finish_date: sprint.finish_date,
    closed_at: instantText(sprint.closed_at),
    goal: sprint.goal,
    goal_outcome: sprint.goal_outcome,
    commitment: {
      committed_points: sprint.committed_points,
      committed_task_count: sprint.committed_task_count,
      completed_points: sprint.completed_points,
      completed_task_count: sprint.completed_task_count,
      completion_ratio_points: ratio(sprint.completed_points, sprint.committed_points),
      completion_ratio_tasks: ratio(sprint.completed_task_count, sprint.committed_task_count),
    },
    velocity,
    didnt_ship: unshipped.map((row) => presentUnshipped(row, readsPoints)),
    didnt_ship_summary: {
      carried_count: carried.length,
      carried_points: sum(carried),
      dropped_count: dropped.length,
      dropped_points: sum(dropped),
    },
    // Retrospectives and baselines are told here by whoever keeps them.
    retro_summary: null,
    review: presentReview(sprint, rows, readsPoints),
    milestone_slip: null,
  }
}

function presentUnshipped(row: ShownOutcome, readsPoints: boolean): object {
  return {
    ...itemOf(row, readsPoints),
    final_status: row.final_status,
    disposition: row.disposition,
    next_sprint_id: row.next_sprint_id,
    next_sprint_name: row.next_sprint_name,
    was_pending: row.was_pending,
  }
}

function itemOf(row: ShownOutcome, readsPoints: boolean): object {
  const { task_id, task_short_id, task_title } = row
  return { task_id, task_short_id, task_title, story_points: readsPoints ? row.story_points : null }
}

/** What there is to show in the review; criteria are those of today. */
function presentReview(sprint: SprintRow, rows: readonly ShownOutcome[], readsPoints: boolean): object {
  const shipped = rows.filter((row) => row.disposition === 'completed')
  const groups = {
    accepted: rows.filter(({ criteria }) => criteria.total > 0 && criteria.met === criteria.total),
    not_accepted: rows.filter(({ criteria }) => criteria.met < criteria.total),
    no_criteria: rows.filter(({ criteria }) => criteria.total === 0),
  }
  const figures = Object.entries(groups).flatMap(([name, group]) => [
    [`${name}_count`, group.length],
    [`${name}_points`, readsPoints ? sumOf(group) : null],
  ])
  const demo = shipped.filter((row) => row.demo_ready).sort(byDemoOrder)
  const isClosed = sprint.state === 'COMPLETED'
  return {
    ...Object.fromEntries(figures),
    shipped: shipped.map((row) => presentShipped(row, readsPoints)),
    demo_list: demo.map((row) => row.task_short_id),
    commitment: {
      committed_count: sprint.committed_task_count,
      shipped_count: shipped.length,
      carried_count: isClosed ? rows.filter((row) => row.disposition === 'carried').length : null,
    },
  }
}

function presentShipped(row: ShownOutcome, readsPoints: boolean): object {
  return {
    ...itemOf(row, readsPoints),
    outcome_id: row.id,
    acceptance: { met: row.criteria.met, total: row.criteria.total },
    unmet_criteria: row.unmet_criteria,
    review_note: row.review_note,
    flagged_to_backlog: row.live_flagged_id !== null,
    demo_ready: row.demo_ready,
    demo_order: row.demo_order,
    presenter: row.presenter,
  }
}

/** Those without a place come last, as they stand in the list. */
function byDemoOrder(a: ShownOutcome, b: ShownOutcome): number {
  const place = (row: ShownOutcome) => (row.demo_order === 0 ? Number.MAX_SAFE_INTEGER : row.demo_order)
  return place(a) - place(b)
}

function sumOf(rows: readonly ShownOutcome[]): number {
  return rows.reduce((sum, row) => sum + (row.story_points ?? 0), 0)
}
