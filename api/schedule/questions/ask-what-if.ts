import type { ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { DEFAULT_SEED } from '../../../compute/simulation/input/simulation-options.ts'
import type { SimulationResult } from '../../../compute/simulation/result/simulation-result.ts'
import type { TaskNumbering } from '../../../compute/what-if/rank-edited.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Reply } from '../../platform/http/route.ts'
import { answerCompute } from '../compute-refusal.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import { countRuns, simulateColumns } from '../monte-carlo/run-monte-carlo.ts'
import { askPlan, idsOf, loadAlone, replyOf } from './ask-plan.ts'
import { milestonesOf } from './check-schedule.ts'
import type { EditsInput } from './edits.schema.ts'
import { loadLastNumber, loadNames } from './row-texts.queries.ts'

const DEFAULT_STEPS = 100

/**
 * What a list of edits would do to the project: every moved task with the edits that move it, and the forecast before and
 * after where it is asked for. The plan in memory is not touched and nothing is stored.
 */
export async function askWhatIf(ctx: Ctx<ProjectScope>, input: EditsInput): Promise<Reply> {
  const runs = input.forecast ? countRuns(ctx, input.forecast) : 0
  const loaded = await loadAlone(ctx, ctx.scope.projectId)
  const texts = { ids: idsOf(loaded), ...(await loadNames(ctx, [ctx.scope.projectId])) }
  const edited = { edits: input.edits, isMilestone: milestonesOf(loaded), numbering: await numberTasks(ctx, loaded) }
  const answer = await askPlan(ctx, loaded, texts, {
    kind: 'difference',
    other: { kind: 'edits', ...edited },
    maxSteps: input.max_steps ?? DEFAULT_STEPS,
  })
  if (!input.forecast) return replyOf(answer)
  const { columns } = loaded.input
  // Draws follow the order of tasks, so that of the columns stays: only dates that a forecast has not depend on ties.
  const numbering = loaded.facts.numbers && edited.numbering
  const changed = ctx.services.compute.edit(columns, texts, { ...edited, numbering }, { signal: ctx.signal })
  const after = await answerCompute(ctx, changed)
  const forecast = await compareForecasts(ctx, columns, after, { runs, seed: input.forecast.seed ?? DEFAULT_SEED })
  return replyOf(withField(answer, 'forecast', forecast))
}

/** What edits do to the dates of a tie is what they would do to the stored ones, which numbers decide. */
async function numberTasks(ctx: Ctx<ProjectScope>, { rows, input }: LoadedSchedule): Promise<TaskNumbering> {
  return {
    numbers: input.rowOfTask.map((row) => rows.numbers[row] as number),
    last: await loadLastNumber(ctx, ctx.scope.projectId),
  }
}

/** The percentiles of two plans, drawn from one seed. */
export async function compareForecasts(
  ctx: Ctx<ProjectScope>,
  before: ScheduleColumns,
  after: ScheduleColumns,
  options: { runs: number; seed: number },
): Promise<object> {
  // One after the other: both use all threads, and a request takes one place in the queue. Both draw from one seed, so
  // that the difference is the change and not the noise.
  const standing = await simulateColumns(ctx, before, options)
  const changed = await simulateColumns(ctx, after, options)
  return {
    ...options,
    before: present(standing),
    after: present(changed),
    delta: {
      p50: changed.p50Day - standing.p50Day,
      p80: changed.p80Day - standing.p80Day,
      p95: changed.p95Day - standing.p95Day,
    },
  }
}

function present({ p50Day, p80Day, p95Day }: SimulationResult): object {
  return { p50: formatCivilDay(p50Day), p80: formatCivilDay(p80Day), p95: formatCivilDay(p95Day) }
}

/** One more field at the front of a JSON object, without reading the rest. */
function withField(json: Buffer, name: string, value: object): Buffer {
  return Buffer.concat([Buffer.from(`{${JSON.stringify(name)}:${JSON.stringify(value)},`), json.subarray(1)])
}
