import type { ProjectScope } from '../access/project-scope.ts'
import { type BurnLine, burnSvg } from '../pictures/burn-svg.ts'
import { flowSvg } from '../pictures/flow-svg.ts'
import type { Ctx } from '../platform/context.ts'
import type { readBurn } from './read-burn.ts'
import type { readFlow } from './read-flow.ts'

type Burn = Awaited<ReturnType<typeof readBurn>>

const CHART_NAMES = { burndown: 'burndown', burnup: 'burn-up', combined: 'burndown and burn-up' } as const

/** Cumulative flow of the days that were asked for. */
export function drawFlow(flow: Awaited<ReturnType<typeof readFlow>>, { scope }: Ctx<ProjectScope>): string {
  return flowSvg({
    id: 'flow',
    title: `${scope.code}: cumulative flow`,
    since: flow.since,
    until: flow.until,
    days: flow.cfd,
    isSuppressed: flow.flow_metrics_suppressed,
    isStandalone: true,
  })
}

export function drawBurn(burn: Burn, { scope }: Ctx<ProjectScope>): string {
  const { chart_type, metric, since, until } = burn
  const title = `${scope.code}: ${CHART_NAMES[chart_type]}`
  return burnSvg({ id: 'burn', title, unit: metric, since, until, lines: linesOf(burn), isStandalone: true })
}

function linesOf({ chart_type, series, baseline_series = [] }: Burn): BurnLine[] {
  const line = (name: string, style: BurnLine['style'], key: string): BurnLine => ({
    name,
    style,
    points: series.map((day) => [day.date, (day as unknown as Record<string, number>)[key] ?? 0]),
  })
  const baseline: BurnLine = {
    name: 'Baseline',
    style: 'baseline',
    points: baseline_series.map((one) => [one.date, one.planned]),
  }
  const even = line('Even pace', 'even', 'ideal')
  if (chart_type === 'combined') {
    const both = [line('Remaining', 'series-1', 'remaining'), line('Completed', 'series-2', 'completed')]
    return [...both, line('Everything', 'series-3', 'total'), even, baseline]
  }
  if (chart_type === 'burnup') {
    return [line('Completed', 'series-1', 'actual'), line('Everything', 'series-3', 'scope'), even, baseline]
  }
  return [line('Remaining', 'series-1', 'actual'), line('Everything', 'series-3', 'scope'), even, baseline]
}
