import { findNodeCycle } from '../../compute/plan/find-cycle.ts'
import { parentPath } from './place-seed-tasks.ts'
import { placeOfRef } from './seed-kinds.ts'
import type { SeedDocument } from './seed-schema.ts'

export interface SeedCycle {
  /** A dependency that lies on the cycle. */
  readonly place: readonly PropertyKey[]
  /** Tasks as `<project>:<wbs>`, the first repeated at the end. */
  readonly path: readonly string[]
}

/**
 * A cycle through the dependencies of all projects, also one that runs through a phase: what enters a phase leads to its
 * children, and these lead to what leaves it.
 */
export function findSeedCycle(seed: SeedDocument): SeedCycle | null {
  const indexOf = new Map<string, number>()
  for (const project of seed.projects)
    for (const task of project.tasks ?? []) indexOf.set(`${project.slug}:${task.wbs_path}`, indexOf.size)
  const count = indexOf.size
  const from: number[] = []
  const to: number[] = []
  const lead = (source: number, target: number) => {
    from.push(source)
    to.push(target)
  }
  const parents = new Uint8Array(count)
  const parentOf = new Map<number, number>()
  for (const project of seed.projects) {
    const paths = new Set((project.tasks ?? []).map((task) => task.wbs_path))
    for (const { wbs_path } of project.tasks ?? []) {
      const parent = parentPath(wbs_path, paths)
      if (parent === null) continue
      const at = indexOf.get(`${project.slug}:${parent}`) as number
      parents[at] = 1
      parentOf.set(indexOf.get(`${project.slug}:${wbs_path}`) as number, at)
    }
  }
  const exitOf = (task: number) => (parents[task] === 1 ? count + task : task)
  for (const [task, parent] of parentOf) {
    lead(parent, task)
    lead(exitOf(task), count + parent)
  }
  const links: { from: number; to: number; place: PropertyKey[] }[] = []
  for (const [at, project] of seed.projects.entries()) {
    for (const [index, link] of (project.dependencies ?? []).entries()) {
      const [source, target] = [link.predecessor, link.successor].map((ref) => {
        const place = placeOfRef(ref, project.slug)
        return indexOf.get(`${place?.project}:${place?.wbs}`) as number
      }) as [number, number]
      links.push({ from: source, to: target, place: ['projects', at, 'dependencies', index] })
      lead(exitOf(source), target)
    }
  }
  const cycle = findNodeCycle(2 * count, from, to)
  if (cycle === null) return null
  const names = [...indexOf.keys()]
  const tasks = cycle.map((node) => node % count)
  const shown = tasks.filter((task, index) => task !== tasks[index - 1])
  const steps = new Set(cycle.map((node, index) => `${node} ${cycle[(index + 1) % cycle.length]}`))
  const link = links.find(({ from, to }) => steps.has(`${exitOf(from)} ${to}`))
  const path = shown.map((task) => names[task] as string)
  return { place: link?.place ?? [], path: path[0] === path.at(-1) ? path : [...path, path[0] as string] }
}
