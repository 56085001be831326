// What `svc simulate` computes: a plan, or a program of several.

import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { type CausesDocument, causesFromDocument } from '../../../compute/model/documents/causes-document.ts'
import type { SimulatedPlan } from '../../../compute/model/documents/simulation-document.ts'
import type { ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import { mergeProgram } from '../../../compute/program/merge-program.ts'
import { isProgramDocument, type ProgramDocument, readProgram } from '../../../compute/program/program-document.ts'
import { projectGroups } from '../../../compute/program/simulate-program.ts'
import type { SimulationOptions } from '../../../compute/simulation/input/simulation-options.ts'
import { outlineCodes, type TaskFacts } from '../../../compute/simulation/input/uncertain-tasks.ts'
import type { ImportedPlan, ReceiptEntry } from '../../../importers/plan/imported-plan.ts'
import type { NamedUncertainty } from './named-uncertainty.ts'

export interface SimulatedInput {
  readonly name: string
  readonly columns: ScheduleColumns
  readonly plan: SimulatedPlan
  /** Names by task, where the file has any. */
  readonly names: readonly (string | undefined)[]
  readonly projectKeys: readonly string[]
  /** Links from tasks of other projects, which the file had and the plan has not. */
  readonly missingLinks: number
  /** What an uncertainty may be meant for. */
  readonly facts: readonly TaskFacts[]
  /** What was assumed of durations, where it was. */
  readonly named?: NamedUncertainty
  readonly options: Pick<SimulationOptions, 'causes' | 'projects'>
}

/** Columns of a plan or program; risks and drivers come from it, and from a document of their own after those. */
export function simulatedInput(document: Plan | ProgramDocument, more: CausesDocument | null): SimulatedInput {
  const read = isProgramDocument(document) ? ofProgram(document) : ofPlan(document)
  const lists = [document as CausesDocument, ...(more === null ? [] : [more])].map((part) =>
    causesFromDocument(part, read.plan as Pick<Plan, 'tasks'>),
  )
  const causes = { risks: lists.flatMap(({ risks }) => risks), drivers: lists.flatMap(({ drivers }) => drivers) }
  return { ...read, options: { ...read.options, causes } }
}

function ofPlan(plan: Plan): SimulatedInput {
  const columns = columnsFromPlan(plan)
  const names = plan.tasks.map(({ name }) => name)
  const missingLinks = receiptOf(plan).filter(({ code }) => code === 'cross_project_link').length
  return {
    name: plan.name ?? 'Plan',
    columns,
    plan,
    names,
    projectKeys: [],
    missingLinks,
    facts: factsOf(plan),
    options: {},
  }
}

/** What an importer could not bring along; nothing for plan JSON. */
function receiptOf(plan: Plan): readonly Pick<ReceiptEntry, 'code'>[] {
  const { receipt } = plan as Partial<ImportedPlan>
  return Array.isArray(receipt) ? receipt : []
}

function factsOf({ tasks }: Pick<Plan, 'tasks'>): TaskFacts[] {
  const codes = outlineCodes(
    tasks.map(({ parent }) => parent),
    tasks.map(({ id }) => id),
  )
  return tasks.map(({ source, labels, percent_complete }, index) => ({
    wbs: [codes[index] as string, ...(source?.wbs ? [source.wbs] : [])],
    labels: labels ?? [],
    percentComplete: percent_complete ?? 0,
  }))
}

function ofProgram(document: ProgramDocument): SimulatedInput {
  const { projects, links } = readProgram(document)
  const program = mergeProgram(projects, links)
  const { columns } = program
  const ids = columns.ids ?? []
  return {
    name: document.name ?? 'Program',
    columns,
    plan: {
      tasks: ids.map((id, task) => {
        const parent = columns.parentIndex[task] ?? -1
        return { id, parent: parent === -1 ? null : (ids[parent] ?? null) }
      }),
    },
    names: document.projects.flatMap(({ plan }) => plan.tasks.map(({ name }) => name)),
    projectKeys: projects.map(({ key }) => key),
    missingLinks: 0,
    facts: document.projects.flatMap(({ plan }) => factsOf(plan)),
    options: { projects: projectGroups(projects, program) },
  }
}
