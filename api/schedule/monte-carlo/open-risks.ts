import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import { findOpenRisks } from './open-risks.queries.ts'
import type { SimulationExtras } from './simulation-extras.schema.ts'

/** Share of the runs in which a risk of each probability happens: the middles of five equal parts. */
const SHARE_OF_PROBABILITY = [0.1, 0.3, 0.5, 0.7, 0.9]

/**
 * Adds the open risks of the register to those that were sent, where that was asked for. A risk delays those of its tasks
 * that are scheduled; a phase is not one delay, and a risk that names nothing else is left out.
 */
export async function withOpenRisks<Asked extends SimulationExtras>(
  ctx: Ctx<ProjectScope>,
  loaded: LoadedSchedule,
  asked: Asked,
): Promise<Asked> {
  if (asked.open_risks !== true) return asked
  const isLeaf = leafFinder(loaded)
  const found = (await findOpenRisks(ctx)).map(({ id, probability, delay, task_ids }) => ({
    id,
    probability: SHARE_OF_PROBABILITY[probability - 1] as number,
    delay,
    tasks: task_ids.filter(isLeaf),
  }))
  return { ...asked, risks: [...(asked.risks ?? []), ...found.filter(({ tasks }) => tasks.length > 0)] }
}

function leafFinder({ input }: LoadedSchedule): (taskId: string) => boolean {
  const parents = new Set(input.columns.parentIndex)
  return (taskId) => {
    const row = input.rowIndex.findText(taskId)
    const task = row === -1 ? -1 : (input.taskOfRow[row] as number)
    return task !== -1 && !parents.has(task)
  }
}
