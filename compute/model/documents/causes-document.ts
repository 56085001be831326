// Risks and drivers as JSON: sections of a plan document, or a document of their own. Both are optional.

import type { Plan } from '../../plan/plan-document.ts'
import type { CommonCauses, DriverInput, RiskEvent } from '../../simulation/input/common-causes.ts'
import type { Spread } from '../../simulation/input/spread.ts'
import { refuse } from '../refusal.ts'

export interface PlanRisk {
  id: string
  name?: string | null
  /** 0 to 1. */
  probability: number
  /** Working days. */
  delay: Spread
  tasks: string[]
}

/** Either a factor or a shift in working days. */
export interface PlanDriver {
  id: string
  name?: string | null
  factor?: Spread | null
  shift?: Spread | null
  tasks: string[]
}

export interface CausesDocument {
  risks?: PlanRisk[] | null
  drivers?: PlanDriver[] | null
}

/** Reads the sections `risks` and `drivers`; ids of tasks are those of the plan. Ranges are checked where they are used. */
export function causesFromDocument(document: CausesDocument, plan: Pick<Plan, 'tasks'>): CommonCauses {
  if (!isRecord(document)) refuse('The risks are not a JSON object.')
  const indexOf = new Map(plan.tasks.map((task, index) => [task.id, index]))
  const tasksOf = (ids: unknown, name: string): number[] => {
    if (!Array.isArray(ids)) refuse(`tasks of ${name} is not a list.`)
    return ids.map(
      (id) => indexOf.get(id) ?? refuse(`${name} names the task ${JSON.stringify(id)}, which the plan has not.`),
    )
  }
  const risks = listOf<PlanRisk>(document.risks, 'risks').map((risk): RiskEvent => {
    const name = `risk "${risk.id}"`
    if (!isRecord(risk.delay)) refuse(`delay of ${name} is not an object.`)
    return { id: risk.id, probability: risk.probability, delayDays: risk.delay, tasks: tasksOf(risk.tasks, name) }
  })
  const drivers = listOf<PlanDriver>(document.drivers, 'drivers').map((driver): DriverInput => {
    const name = `driver "${driver.id}"`
    const spread = driver.factor ?? driver.shift
    if ((driver.factor == null) === (driver.shift == null) || !isRecord(spread)) {
      refuse(`${name} needs either a factor or a shift.`)
    }
    const effect = driver.factor == null ? 'shift' : 'factor'
    return { id: driver.id, effect, spread, tasks: tasksOf(driver.tasks, name) }
  })
  return { risks, drivers }
}

function listOf<Entry extends { id: string }>(value: Entry[] | null | undefined, section: string): Entry[] {
  if (value == null) return []
  if (!Array.isArray(value)) refuse(`${section} is not a list.`)
  value.forEach((entry, index) => {
    if (!isRecord(entry)) refuse(`${section}[${index}] is not an object.`)
    if (typeof entry.id !== 'string') refuse(`${section}[${index}].id is not text.`)
  })
  return value
}

function isRecord(value: unknown): value is Spread & Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
