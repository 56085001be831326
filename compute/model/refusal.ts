// A refusal is the expected answer to input the engine will not compute. Inside the engine tasks are indexes; the
// texts hold `{task:7}` and `{calendar:1}` in their place, so that a refusal can be raised in a worker that never
// saw the ids and be worded by the side that knows them.

export type RefusalCode =
  | 'cyclic_dependency'
  | 'self_reference'
  | 'invalid_graph_input'
  | 'calendar_has_no_working_day'
  | 'simulation_run_cap_exceeded'
  | 'simulation_task_cap_exceeded'
  | 'simulation_lag_table_too_large'

/** Which kind of reply a code deserves: a cap of the edition is not an error of the input. */
export const CAP_CODES: readonly RefusalCode[] = ['simulation_run_cap_exceeded', 'simulation_task_cap_exceeded']

export interface RefusalOptions {
  /** The tasks the refusal is about, in order, as original task indexes. */
  offendingTasks?: readonly number[]
  extra?: Record<string, unknown>
}

/** What crosses a thread boundary in place of the error object. */
export interface RefusalValue {
  code: RefusalCode
  detail: string
  offendingTasks: number[] | null
  extra: Record<string, unknown>
}

export class PlanRefusal extends Error {
  readonly code: RefusalCode
  readonly detail: string
  /** Ids of the tasks concerned; for a cycle in link order with the first repeated at the end. */
  readonly offending?: string[]
  readonly offendingTasks: number[] | null
  readonly extra: Record<string, unknown>

  constructor(code: RefusalCode, detail: string, options: RefusalOptions & { offending?: string[] } = {}) {
    super(detail)
    this.name = 'PlanRefusal'
    this.code = code
    this.detail = detail
    this.offendingTasks = options.offendingTasks ? [...options.offendingTasks] : null
    if (options.offending !== undefined) this.offending = options.offending
    this.extra = options.extra ?? {}
  }

  /** The same refusal with task and calendar indexes replaced by what the caller calls them; as it is without ids. */
  named(taskIds: readonly string[] | null, calendarKeys: readonly string[] | null = null): PlanRefusal {
    if (taskIds === null) return this
    const taskName = (index: number): string => taskIds[index] ?? `#${index}`
    const detail = this.detail
      .replace(/\{task:(\d+)\}/g, (_, index) => `"${taskName(Number(index))}"`)
      .replace(/\{calendar:(\d+)\}/g, (_, index) => calendarName(Number(index), calendarKeys))
    const sentence = detail.charAt(0).toUpperCase() + detail.slice(1)
    const offending = this.offending ?? this.offendingTasks?.map(taskName)
    return new PlanRefusal(this.code, sentence, {
      extra: this.extra,
      ...(this.offendingTasks === null ? {} : { offendingTasks: this.offendingTasks }),
      ...(offending === undefined ? {} : { offending }),
    })
  }

  toValue(): RefusalValue {
    return { code: this.code, detail: this.detail, offendingTasks: this.offendingTasks, extra: this.extra }
  }

  static fromValue(value: RefusalValue): PlanRefusal {
    const options = value.offendingTasks === null ? {} : { offendingTasks: value.offendingTasks }
    return new PlanRefusal(value.code, value.detail, { ...options, extra: value.extra })
  }
}

/** Throws an `invalid_graph_input` refusal unless the condition holds. The text is only built when it is needed. */
export function refuseUnless(
  condition: boolean,
  detail: () => string,
  offendingTasks?: readonly number[],
): asserts condition {
  if (condition) return
  throw new PlanRefusal('invalid_graph_input', detail(), offendingTasks === undefined ? {} : { offendingTasks })
}

/** Throws an `invalid_graph_input` refusal: `if (isBad) refuse(text)` in loops that must not build texts in vain. */
export function refuse(detail: string, offendingTasks?: readonly number[]): never {
  throw new PlanRefusal('invalid_graph_input', detail, offendingTasks === undefined ? {} : { offendingTasks })
}

function calendarName(index: number, keys: readonly string[] | null): string {
  return index === 0 ? 'the project calendar' : `calendar "${keys?.[index] ?? `#${index}`}"`
}
