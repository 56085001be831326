// A program as one JSON document, `svc-program/1`: plan documents under keys, and the accepted links between them.

import { columnsFromPlan } from '../model/columns-from-plan.ts'
import type { CausesDocument } from '../model/documents/causes-document.ts'
import { PlanRefusal, refuse, refuseUnless } from '../model/refusal.ts'
import { LAG_UNIT, LINK_TYPE } from '../model/schedule-columns.ts'
import type { LinkTypeName } from '../plan/constraint-names.ts'
import type { LagUnitName, Plan } from '../plan/plan-document.ts'
import type { ProgramLink, ProgramProject } from './merge-program.ts'

export interface ProgramDocumentLink {
  predecessor_project: string
  predecessor: string
  successor_project: string
  successor: string
  dep_type?: LinkTypeName
  lag?: number
  lag_unit?: LagUnitName
}

/** Risks and drivers of a program name tasks as `key/id`. */
export interface ProgramDocument extends CausesDocument {
  format: 'svc-program/1'
  name?: string
  projects: { key: string; plan: Plan }[]
  links?: ProgramDocumentLink[] | null
}

export function isProgramDocument(value: object): value is ProgramDocument {
  return (value as { format?: unknown }).format === 'svc-program/1'
}

/** The projects and links of a document; what is wrong with a plan is said with the key of its project. */
export function readProgram(document: ProgramDocument): { projects: ProgramProject[]; links: ProgramLink[] } {
  refuseUnless(Array.isArray(document.projects), () => 'projects is not a list.')
  refuseUnless(document.links == null || Array.isArray(document.links), () => 'links is not a list.')
  const places = new Map<string, number>()
  const projects = document.projects.map((project, at): ProgramProject => {
    const key = project?.key
    if (typeof key !== 'string' || key === '') refuse(`projects[${at}] has no key.`)
    if (places.has(key)) refuse(`The project "${key}" is given twice.`)
    places.set(key, at)
    return { key, columns: columnsOf(key, project.plan) }
  })
  const indexes = projects.map(({ columns }) => new Map(columns.ids?.map((id, index) => [id, index])))
  const links = (document.links ?? []).map((link, at): ProgramLink => {
    refuseUnless(link !== null && typeof link === 'object', () => `links[${at}] is not an object.`)
    const find = (key: string, id: string): [project: number, task: number] => {
      const project = places.get(key)
      const index = project === undefined ? undefined : indexes[project].get(id)
      if (project === undefined || index === undefined) refuse(`links[${at}] names "${key}/${id}", which is not there.`)
      return [project, index]
    }
    const { dep_type = 'FS', lag = 0, lag_unit = 'working' } = link
    const isGood = Object.hasOwn(LINK_TYPE, dep_type) && Object.hasOwn(LAG_UNIT, lag_unit) && lag === (lag | 0)
    if (!isGood) refuse(`links[${at}] has a type, lag or unit that is none.`)
    const [predecessorProject, predecessor] = find(link.predecessor_project, link.predecessor)
    const [successorProject, successor] = find(link.successor_project, link.successor)
    const ends = { predecessorProject, predecessor, successorProject, successor }
    return { ...ends, type: LINK_TYPE[dep_type], lagDays: lag, lagUnit: LAG_UNIT[lag_unit] }
  })
  return { projects, links }
}

function columnsOf(key: string, plan: Plan) {
  try {
    return columnsFromPlan(plan)
  } catch (error) {
    if (!(error instanceof PlanRefusal)) throw error
    const offending = error.offending === undefined ? {} : { offending: error.offending }
    throw new PlanRefusal(error.code, `Project "${key}": ${error.detail}`, { extra: error.extra, ...offending })
  }
}
