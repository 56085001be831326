import { runCpm } from '../cpm/run-cpm.ts'
import { buildGraph } from '../model/build-graph.ts'
import { MILESTONE_MOMENT } from '../model/milestone-moments.ts'
import { PlanRefusal } from '../model/refusal.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import { copyColumns } from '../what-if/copy-columns.ts'
import type { Cause, CauseKind } from './find-causes.ts'
import { type PlanState, stateColumns, writeTask } from './plan-state.ts'

/** Early dates of a state, by position in the ids of both plans. */
export interface StateDates {
  finishDay: number
  isThere: Uint8Array
  startDay: Int32Array
  endDay: Int32Array
}

/** Changes that leave tasks, links and calendars as they are: the network of the state before still holds. */
const FIELD_KINDS: readonly CauseKind[] = [
  'project_start',
  'status_date',
  'planned_start',
  'constraint',
  'deadline',
  'progress',
]

/** Schedules a state that is changed step by step, and builds its network anew only where a change asks for that. */
export class StateSchedule {
  readonly #state: PlanState
  readonly #ids: readonly string[]
  #graph: ScheduleGraph | null = null
  /** Task of each position; -1 where the state has none. */
  #taskAt = new Int32Array(0)
  #positionOf = new Map<string, number>()

  constructor(state: PlanState, sortedIds: readonly string[]) {
    this.#state = state
    this.#ids = sortedIds
    this.#positionOf = new Map(sortedIds.map((id, at) => [id, at]))
  }

  /** Dates of the state after these changes to it, or null when it is refused. */
  dates(causes: readonly Cause[]): StateDates | null {
    try {
      const isPatch = this.#graph !== null && causes.every((cause) => this.#keepsNetwork(cause))
      this.#graph = isPatch ? this.#patched(this.#graph as ScheduleGraph, causes) : this.#built()
      return this.#datesOf(this.#graph)
    } catch (error) {
      if (!(error instanceof PlanRefusal)) throw error
      this.#graph = null
      return null
    }
  }

  /** The links of a milestone at one end of its day ask something else once it takes time. */
  #keepsNetwork({ kind, task }: Cause): boolean {
    if (kind !== 'duration') return FIELD_KINDS.includes(kind)
    const fields = task === null ? undefined : this.#state.tasks.get(task)
    return fields?.milestoneMoment === MILESTONE_MOMENT.none
  }

  #built(): ScheduleGraph {
    const columns = stateColumns(this.#state, this.#ids)
    this.#taskAt = new Int32Array(this.#ids.length).fill(-1)
    columns.ids?.forEach((id, task) => {
      this.#taskAt[this.#positionOf.get(id) as number] = task
    })
    return buildGraph(columns)
  }

  #patched(graph: ScheduleGraph, causes: readonly Cause[]): ScheduleGraph {
    const { columns } = graph
    const copy = copyColumns(
      columns,
      Int32Array.from({ length: columns.linkCount }, (_, link) => link),
    )
    copy.projectStartDay = this.#state.projectStartDay
    copy.statusDay = this.#state.statusDay
    for (const { task } of causes) {
      const fields = task === null ? undefined : this.#state.tasks.get(task)
      if (task !== null && fields) writeTask(copy, this.#taskAt[this.#positionOf.get(task) as number], fields)
    }
    return { ...graph, columns: copy }
  }

  #datesOf(graph: ScheduleGraph): StateDates {
    const result = runCpm(graph)
    const taskAt = this.#taskAt
    return {
      finishDay: result.projectFinishDay,
      isThere: Uint8Array.from(taskAt, (task) => (task === -1 ? 0 : 1)),
      startDay: taskAt.map((task) => (task === -1 ? 0 : result.earlyStartDay[task])),
      endDay: taskAt.map((task) => (task === -1 ? 0 : result.earlyFinishDay[task])),
    }
  }
}
