// From columns to the network the passes run on: leaves only, links expanded, nodes in topological order. Everything
// that can be refused without computing a date is refused here, and the passes trust what they get.

import { findNodeCycle } from '../plan/find-cycle.ts'
import { chooseKernel, type Kernel } from '../wasm/choose-kernel.ts'
import { checkColumns } from './check-columns.ts'
import { checkLinks } from './check-links.ts'
import { checkSpan } from './check-span.ts'
import { type ExpandedLinks, expandLinks } from './expand-links.ts'
import { readHierarchy } from './hierarchy.ts'
import { DEFAULT_LIMITS, type ScheduleLimits } from './limits.ts'
import { nameRefusals } from './name-refusals.ts'
import type { LaidNetwork, NetworkSource } from './network/laid-network.ts'
import { layOutInTypeScript } from './network/ts-network.ts'
import { layOutInWasm } from './network/wasm-network.ts'
import { PlanRefusal } from './refusal.ts'
import type { ScheduleColumns } from './schedule-columns.ts'
import type { ScheduleGraph } from './schedule-graph.ts'
import type { ColumnSurvey } from './survey/column-survey.ts'
import { surveyColumns } from './survey/survey-columns.ts'

/** Validates columns and builds their network. Throws a `PlanRefusal`, worded with ids where the columns hold them. */
export function buildGraph(
  columns: ScheduleColumns,
  limits: ScheduleLimits = DEFAULT_LIMITS,
  kernel: Kernel = chooseKernel(),
): ScheduleGraph {
  return nameRefusals(columns, () => {
    const survey = surveyColumns(columns, kernel)
    checkColumns(columns, limits, survey)
    const hierarchy = readHierarchy(columns.parentIndex)
    const source: NetworkSource = { columns, hierarchy, links: expandLinks(columns, hierarchy, limits) }
    const laid = kernel.module === null ? layOutInTypeScript(source) : layOutInWasm(kernel.module, source)
    if (laid === 'bad_links') checkLinks(columns)
    if (typeof laid === 'string') throw cyclicDependency(columns.taskCount, source.links)
    return graphOf(source, laid, survey)
  })
}

function graphOf({ columns, hierarchy, links }: NetworkSource, laid: LaidNetwork, survey: ColumnSurvey): ScheduleGraph {
  const { edgeCount, link: linkOf } = links
  // Nothing is spread into it: V8 throws the shape of such an object away with the last one, and code that relies on it.
  const graph: ScheduleGraph = {
    columns,
    hierarchy,
    nodeCount: laid.nodeCount,
    edgeCount,
    taskOfNode: laid.taskOfNode,
    isSummaryStart: laid.isSummaryStart,
    nodeOfTask: laid.nodeOfTask,
    edgeOffset: laid.edgeOffset,
    edgeSource: laid.edgeSource,
    edgeType: laid.edgeType,
    edgeLag: laid.edgeLag,
    edgeUnit: laid.edgeUnit,
    edgeLink: linkOf === null ? laid.edgeOrigin : laid.edgeOrigin.map((edge) => linkOf[edge]),
    hasSummaryStarts: links.startedSummaries.length > 0,
    longestPathDays: 0,
  }
  graph.longestPathDays = checkSpan(graph, laid.longestPathDays, survey)
  return graph
}

function cyclicDependency(taskCount: number, links: ExpandedLinks): PlanRefusal {
  const rawCount = links.startedSummaries.length === 0 ? taskCount : 2 * taskCount
  const cycle = findNodeCycle(rawCount, links.from, links.to) ?? []
  const tasks = cycle.map((raw) => (raw < taskCount ? raw : raw - taskCount))
  const names = tasks.map((task) => `{task:${task}}`)
  const shown = names.length <= 5 ? names : [names[0], names[1], '…', names[names.length - 2], names[names.length - 1]]
  return new PlanRefusal('cyclic_dependency', `The dependencies form a cycle: ${shown.join(' → ')}.`, {
    offendingTasks: tasks,
  })
}
