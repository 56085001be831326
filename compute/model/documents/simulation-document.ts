import { formatCivilDay } from '../../plan/civil-day.ts'
import type { Plan } from '../../plan/plan-document.ts'
import { confidenceCurve } from '../../simulation/result/histogram.ts'
import type { SimulatedFinish } from '../../simulation/result/simulated-finish.ts'
import type { SimulationResult } from '../../simulation/result/simulation-result.ts'
import { NO_DAY } from '../schedule-columns.ts'

/** How far percentiles would lie off with other seeds, in working days. */
interface StandardErrors {
  p50: number
  p80: number
  p95: number
}

interface Percentiles {
  p50: string
  p80: string
  p95: string
  /** Null where every run ends on one day: that nothing varies says nothing of how sure the day is. */
  standard_error: StandardErrors | null
  cpm_finish: string
}

export interface SimulatedRisk {
  id: string
  /** Share of the runs in which it happened. */
  occurrence: number
  /** Working days by which it moved the finish: over all runs looked at, with its standard error, and when it happened. */
  mean_days: number | null
  mean_days_error: number | null
  mean_days_when_hit: number | null
  sensitivity: number
}

export interface SimulatedProject extends Percentiles {
  key: string
  /** Share of the runs in which it ended last. */
  ends_last: number
  /** Every day on which a run finished, and how many did. */
  finishes: [string, number][]
}

/** The `svc-simulation/1` document; the sections of risks, drivers and projects stand there only where there are any. */
export interface FullSimulationDocument extends SimulationDocument, Percentiles {
  /** Percent of the runs that finished by a date. */
  confidence_curve: [string, number][]
  risks?: SimulatedRisk[]
  drivers?: { id: string; sensitivity: number }[]
  projects?: (SimulatedProject | { key: string; empty: true })[]
}

/** What is known of the tasks of a plan here: the leaves are those no other names as parent. */
export type SimulatedPlan = { tasks: readonly Pick<Plan['tasks'][number], 'id' | 'parent'>[] }

/** The `svc-simulation/1` document of a plan, or of a program with the keys of its projects. Tasks are the leaves, in order. */
export function simulationDocument(
  plan: SimulatedPlan,
  result: SimulationResult,
  projectKeys: readonly string[] = [],
): FullSimulationDocument {
  const parents = new Set(plan.tasks.map((task) => task.parent).filter((parent) => parent != null))
  const { risks, drivers } = result
  return {
    format: 'svc-simulation/1',
    runs: result.runs,
    seed: result.seed,
    ...presentPercentiles(result),
    histogram: result.histogram.map(({ day, count }) => [formatCivilDay(day), count]),
    confidence_curve: confidenceCurve(result.histogram).map(({ bucket, percent }) => [
      formatCivilDay(bucket.day),
      percent,
    ]),
    ...(projectKeys.length === 0 ? {} : { projects: projectKeys.map((key, at) => presentProject(key, result, at)) }),
    ...(risks.length === 0 ? {} : { risks: risks.map(presentRisk) }),
    ...(drivers.length === 0 ? {} : { drivers }),
    tasks: plan.tasks.flatMap((task, index) => (parents.has(task.id) ? [] : [presentTask(task.id, result, index)])),
  }
}

function presentPercentiles(of: SimulatedFinish): Percentiles {
  return {
    p50: formatCivilDay(of.p50Day),
    p80: formatCivilDay(of.p80Day),
    p95: formatCivilDay(of.p95Day),
    standard_error: presentErrors(of),
    cpm_finish: formatCivilDay(of.cpmFinishDay),
  }
}

/** Standard errors in working days; null where every run ends on one day. */
export function presentErrors(of: SimulatedFinish): StandardErrors | null {
  return of.isOneDay ? null : { p50: of.p50Error, p80: of.p80Error, p95: of.p95Error }
}

function presentProject(
  key: string,
  result: SimulationResult,
  at: number,
): SimulatedProject | { key: string; empty: true } {
  const project = result.projects[at]
  if (project == null) return { key, empty: true }
  return {
    key,
    ...presentPercentiles(project),
    ends_last: project.endsLast,
    finishes: project.finishes.map(({ day, count }) => [formatCivilDay(day), count]),
  }
}

export function presentRisk(risk: SimulationResult['risks'][number]): SimulatedRisk {
  return {
    id: risk.id,
    occurrence: risk.occurrence,
    mean_days: risk.meanDays,
    mean_days_error: risk.meanError,
    mean_days_when_hit: risk.meanDaysWhenHit,
    sensitivity: risk.sensitivity,
  }
}

function presentTask(id: string, result: SimulationResult, index: number): SimulationDocument['tasks'][number] {
  const p80Day = result.taskP80Day[index]
  return {
    id,
    criticality: result.criticality[index],
    sensitivity: result.sensitivity[index],
    p80_finish: p80Day === NO_DAY ? null : formatCivilDay(p80Day),
  }
}

/** Why the runs tell no chance, in plain words; null where they tell one. */
export function whyNoChance(result: SimulationResult): string | null {
  if (!result.isOneDay) return null
  const day = formatCivilDay(result.finishDays[0])
  return result.tasksWithVariance === 0
    ? `Nothing varies: every run ends on ${day}, so the runs tell no chance.`
    : `What varies moves the finish to no other day: every run ends on ${day}, so the runs tell no chance.`
}

export interface SimulatedTask {
  id: string
  /** Share of the runs in which the task was critical. */
  criticality: number
  /** Spearman rank correlation of its duration with the finish; 0 for a task that does not vary. */
  sensitivity: number
  /** Null where the simulation did not keep the finishes of the task. */
  p80_finish: string | null
}

export interface SimulationDocument {
  format: 'svc-simulation/1'
  runs: number
  seed: number
  p50: string
  p80: string
  p95: string
  histogram: [string, number][]
  tasks: SimulatedTask[]
}
