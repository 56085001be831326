import type { ScheduleResult } from '../../../compute/cpm/schedule-result.ts'
import type { ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { DEFAULT_SEED } from '../../../compute/simulation/input/simulation-options.ts'
import type { SimulationResult } from '../../../compute/simulation/result/simulation-result.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import { answerCompute } from '../compute-refusal.ts'
import { loadSchedule } from '../load-schedule.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import { loadPassProject } from '../pass-project.queries.ts'
import { ROW_FLAG } from '../schedule-rows.ts'
import { countRuns, noTasks, simulateColumns } from './run-monte-carlo.ts'
import { shiftDuration } from './shift-duration.ts'
import type { WhatIfInput } from './whatif.schema.ts'

interface Forecast {
  readonly p50: number
  readonly p80: number
  readonly p95: number
  readonly cpmFinish: number
  readonly criticalPath: string[]
}

/**
 * What another duration of one task would do to the finish. Nothing is stored; both simulations draw from one seed, so
 * that the difference is the change and not the noise.
 */
export async function runWhatIf(ctx: Ctx<ProjectScope>, input: WhatIfInput): Promise<object> {
  const options = { runs: countRuns(ctx, input), seed: DEFAULT_SEED }
  const loaded = await loadSchedule(ctx, [await loadPassProject(ctx, ctx.scope.projectId)], { withEstimates: true })
  const { columns } = loaded.input
  refuseUnless(columns.taskCount > 0, noTasks)
  const task = findTask(loaded, input.task_id)
  const baseDays = columns.durationDays[task] as number
  const deltaDays = input.duration_delta ?? (input.new_duration as number) - baseDays
  const current = await forecast(ctx, loaded, columns, options)
  const whatif = await forecast(ctx, loaded, shiftDuration(columns, task, deltaDays), options)
  return {
    task_id: input.task_id,
    applied: {
      base_duration_days: baseDays,
      duration_delta_days: deltaDays,
      new_duration_days: Math.max(0, baseDays + deltaDays),
    },
    current: present(current),
    whatif: present(whatif),
    critical_path_changed: !holdsSameTasks(current.criticalPath, whatif.criticalPath),
    delta_vs_current: {
      p50: whatif.p50 - current.p50,
      p80: whatif.p80 - current.p80,
      p95: whatif.p95 - current.p95,
      cpm_finish: whatif.cpmFinish - current.cpmFinish,
    },
    ...options,
    cpm_status_date: loaded.statusDate,
    mc_status_date: loaded.statusDate,
  }
}

function findTask({ rows, input }: LoadedSchedule, taskId: string): number {
  const row = input.rowIndex.findText(taskId)
  const task = row === -1 ? -1 : (input.taskOfRow[row] as number)
  refuseUnless(task !== -1, () => fieldError('task_id', 'There is no such task among those that are scheduled.'))
  const isMilestone = ((rows.flags[row] as number) & ROW_FLAG.milestone) !== 0
  refuseUnless(!isMilestone, () => fieldError('task_id', 'A milestone has no duration.'))
  refuseUnless(!input.columns.parentIndex.includes(task), () =>
    fieldError('task_id', 'A phase takes its dates from its tasks.'),
  )
  return task
}

async function forecast(
  ctx: Ctx<unknown>,
  loaded: LoadedSchedule,
  columns: ScheduleColumns,
  options: { runs: number; seed: number },
): Promise<Forecast> {
  const simulation = await simulateColumns(ctx, columns, options)
  const schedule = await answerCompute(ctx, ctx.services.compute.schedule(columns, { signal: ctx.signal }))
  return summarize(loaded, simulation, schedule)
}

function summarize({ input }: LoadedSchedule, simulation: SimulationResult, schedule: ScheduleResult): Forecast {
  return {
    p50: simulation.p50Day,
    p80: simulation.p80Day,
    p95: simulation.p95Day,
    cpmFinish: schedule.projectFinishDay,
    criticalPath: Array.from(schedule.criticalPath, (task) => input.rowIndex.textAt(input.rowOfTask[task] as number)),
  }
}

function holdsSameTasks(left: readonly string[], right: readonly string[]): boolean {
  const known = new Set(left)
  return left.length === right.length && right.every((id) => known.has(id))
}

function present(forecast: Forecast): object {
  return {
    p50: formatCivilDay(forecast.p50),
    p80: formatCivilDay(forecast.p80),
    p95: formatCivilDay(forecast.p95),
    cpm_finish: formatCivilDay(forecast.cpmFinish),
    critical_path: forecast.criticalPath,
  }
}
