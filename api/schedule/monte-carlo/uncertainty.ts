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

/** The plan with the uncertainty that was asked for; as it is, and without a statement, where none was. */
export async function withUncertainty(
  ctx: Ctx<ProjectScope>,
  loaded: LoadedSchedule,
  { uncertainty = [], correlation }: SimulationExtras,
  options: SimulationOptions,
): Promise<UncertainInput> {
  const { columns } = loaded.input
  if (uncertainty.length === 0) return { columns, options, assumed: null }
  const facts = await factsOf(ctx, loaded)
  const plan = spreadDurations(columns, {
    rules: uncertainty.map((rule) => ({
      lowPercent: rule.low_percent,
      highPercent: rule.high_percent,
      tasks: tasksIn(facts, {
        wbs: rule.wbs,
        label: rule.label,
        percentFrom: rule.percent_from,
        percentBelow: rule.percent_below,
      }),
    })),
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

async function factsOf(ctx: Ctx<ProjectScope>, { input }: LoadedSchedule): Promise<TaskFacts[]> {
  const known = await loadTaskFacts(ctx)
  return Array.from(input.rowOfTask, (row, task) => {
    const facts = known.get(input.rowIndex.textAt(row))
    return {
      wbs: facts?.wbs ? [facts.wbs] : [],
      labels: facts?.labels ?? [],
      percentComplete: input.columns.percentComplete[task] as number,
    }
  })
}
