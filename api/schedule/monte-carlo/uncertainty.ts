import type { ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import type { SimulationOptions } from '../../../compute/simulation/input/simulation-options.ts'
import { groupTasks, type TaskFacts, tasksIn } from '../../../compute/simulation/input/uncertain-tasks.ts'
import { spreadDurations } from '../../../compute/simulation/input/uncertainty.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import type { SimulationExtras } from './simulation-extras.schema.ts'
import { loadTaskFacts } from './task-facts.queries.ts'

/** What was assumed, as the reply names it. */
export interface AssumedUncertainty {
  readonly uncertainty: readonly object[]
  readonly correlation?: NonNullable<SimulationExtras['correlation']>
}

export interface UncertainInput {
  readonly columns: ScheduleColumns
  readonly options: SimulationOptions
  readonly assumed: AssumedUncertainty | null
}

/** The plan of a project with the uncertainty that was asked for; as it is, and without a statement, where none was. */
export async function withUncertainty(
  ctx: Ctx<ProjectScope>,
  loaded: LoadedSchedule,
  asked: SimulationExtras,
  options: SimulationOptions,
): Promise<UncertainInput> {
  const { columns } = loaded.input
  if (!asksForUncertainty(asked)) return { columns, options, assumed: null }
  return spreadPlan(columns, factsOf(loaded, await loadTaskFacts(ctx, [ctx.scope.projectId])), asked, options)
}

type Asked = Pick<SimulationExtras, 'uncertainty' | 'correlation'>

export function asksForUncertainty({ uncertainty = [] }: Asked): boolean {
  return uncertainty.length > 0
}

/** The columns with the asked spreads. A rule that narrows nothing reaches every task, also one of which nothing is known. */
export function spreadPlan(
  columns: ScheduleColumns,
  facts: readonly TaskFacts[],
  { uncertainty = [], correlation }: Asked,
  options: SimulationOptions,
): UncertainInput {
  const everyTask = Array.from(facts.keys())
  const plan = spreadDurations(columns, {
    rules: uncertainty.map(({ low_percent, high_percent, ...narrowed }) => {
      const { wbs, label, percent_from: percentFrom, percent_below: percentBelow } = narrowed
      const isNarrow = Object.values(narrowed).some((value) => value !== undefined)
      const tasks = isNarrow ? tasksIn(facts, { wbs, label, percentFrom, percentBelow }) : everyTask
      return { lowPercent: low_percent, highPercent: high_percent, tasks }
    }),
    commonShare: correlation?.share ?? 0,
    groups: correlation === undefined ? [] : groupTasks(facts, correlation.within),
  })
  const drivers = [...(options.causes?.drivers ?? []), ...plan.drivers]
  return {
    columns: plan.columns,
    options: { ...options, causes: { risks: options.causes?.risks ?? [], drivers } },
    assumed: {
      uncertainty: uncertainty.map((rule, at) => ({ ...rule, tasks: plan.spreadTasks[at] ?? 0 })),
      ...(correlation === undefined ? {} : { correlation }),
    },
  }
}

/** What is known of each task of a plan, in the order of its columns. */
export function factsOf({ input }: LoadedSchedule, known: Awaited<ReturnType<typeof loadTaskFacts>>): TaskFacts[] {
  return Array.from(input.rowOfTask, (row, task) => {
    const facts = known.get(input.rowIndex.textAt(row))
    return {
      wbs: facts?.wbs ? [facts.wbs] : [],
      labels: facts?.labels ?? [],
      percentComplete: input.columns.percentComplete[task] as number,
    }
  })
}
