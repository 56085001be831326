import { mondayOf, weekName } from '../../../compute/plan/iso-week.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { findSchedulePeriod } from '../../people/capacity/capacity.queries.ts'
import { datedPeriod } from '../../people/capacity/capacity-window.ts'
import { readHeatmap } from '../../people/capacity/heatmap.ts'
import { type LoadInput, loadSvg } from '../../pictures/load-svg.ts'
import type { Ctx } from '../../platform/context.ts'
import type { LoadDocument, LoadQuery } from './picture.schema.ts'
import { facts, loadPictured } from './read-gantt.ts'

/** The figures of the heatmap, person by person. */
export async function readLoad(ctx: Ctx<ProjectScope>, { start, weeks }: LoadQuery): Promise<LoadDocument> {
  const project = await loadPictured(ctx)
  const heatmap = (await readHeatmap(ctx, { weeks: weeks ?? '16', start })) as Heatmap
  const people = heatmap.resources.map(({ name, util }) => ({ name, weeks: util }))
  const { first, last } = datedPeriod(await findSchedulePeriod(ctx, [project.id]))
  const schedule = { first_week: weekName(mondayOf(first)), last_week: weekName(mondayOf(last)) }
  return { project: facts(project), weeks: heatmap.weeks, schedule, people }
}

interface Heatmap {
  readonly weeks: string[]
  readonly resources: readonly { readonly name: string; readonly util: number[] }[]
}

export function loadInput(document: LoadDocument, query: LoadQuery): Omit<LoadInput, 'id'> {
  const { project, weeks, schedule, people } = document
  return {
    title: `Load of the people of ${project.name}, percent of their time by week`,
    weeks,
    workWeeks: [schedule.first_week, schedule.last_week],
    people,
    scheme: query.scheme,
    width: query.width,
    ...(query.layout ? { layout: query.layout } : {}),
  }
}

export function drawLoad(document: LoadDocument, query: LoadQuery): string {
  return loadSvg({ ...loadInput(document, query), id: 'load', isStandalone: true })
}
