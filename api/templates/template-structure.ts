import { z } from 'zod'
import {
  DELIVERY_MODES,
  DURATION_UNITS,
  GOVERNANCE_CLASSES,
  MAX_DURATION,
  STRUCTURE_ROLES,
  TASK_TYPES,
} from '../tasks/task-values.ts'

/** Tasks of one template. */
export const MAX_TEMPLATE_TASKS = 2000

const ref = z.int().min(0)

const node = z.object({
  ref,
  parent: ref.nullable(),
  epic: ref.nullable(),
  name: z.string().trim().min(1),
  notes: z.string(),
  type: z.enum(TASK_TYPES),
  is_subtask: z.boolean(),
  is_milestone: z.boolean(),
  structure_role: z.enum(STRUCTURE_ROLES),
  duration: z.int().min(0).max(MAX_DURATION),
  duration_unit: z.enum(DURATION_UNITS),
  delivery_mode: z.enum(DELIVERY_MODES),
  governance_class: z.enum(GOVERNANCE_CLASSES),
  inherits_governance: z.boolean().default(false),
})

const edge = z.object({
  predecessor: ref,
  successor: ref,
  dep_type: z.enum(['FS', 'SS', 'FF', 'SF']),
  lag: z.int(),
  lag_unit: z.enum(['working', 'elapsed']),
})

/**
 * A project without its people, dates, progress and history. Tasks stand in the order of their tree, parents first, and
 * are called by their place in it. Stored, never served.
 */
const structure = z.object({
  version: z.literal(1),
  tasks: z.array(node).max(MAX_TEMPLATE_TASKS),
  dependencies: z.array(edge),
})

export type TemplateNode = z.output<typeof node>
export type TemplateStructure = z.output<typeof structure>

export interface TemplateCounts {
  readonly task_count: number
  readonly phase_count: number
  readonly milestone_count: number
  readonly gate_count: number
  readonly dependency_count: number
}

/** The stored document when this release can apply it; null when it cannot. */
export function readStructure(stored: unknown): TemplateStructure | null {
  const read = structure.safeParse(stored)
  if (!read.success) return null
  const { tasks, dependencies } = read.data
  const isKnown = (one: number | null) => one === null || one < tasks.length
  const isSound =
    tasks.every((task, index) => task.ref === index && (task.parent === null || task.parent < index)) &&
    tasks.every((task) => isKnown(task.epic)) &&
    dependencies.every((link) => isKnown(link.predecessor) && isKnown(link.successor))
  return isSound ? read.data : null
}

export function countStructure({ tasks, dependencies }: TemplateStructure): TemplateCounts {
  const milestones = tasks.filter((task) => task.is_milestone)
  const parents = new Set(tasks.flatMap((task) => (task.is_subtask || task.parent === null ? [] : [task.parent])))
  return {
    task_count: tasks.length,
    phase_count: parents.size,
    milestone_count: milestones.length,
    gate_count: milestones.filter((task) => task.governance_class === 'gated').length,
    dependency_count: dependencies.length,
  }
}

/** What there is to take over from a template with these counts. */
export function carriedBy(counts: TemplateCounts): string[] {
  if (counts.task_count === 0) return []
  return [
    'structure',
    'durations',
    'delivery_modes',
    ...(counts.milestone_count > 0 ? ['milestones'] : []),
    ...(counts.dependency_count > 0 ? ['dependencies'] : []),
  ]
}
