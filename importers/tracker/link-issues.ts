import { findNodeCycle } from '../../compute/plan/find-cycle.ts'
import { type Diagnostics, quoted } from '../plan/diagnostics.ts'
import { ImportRefusal } from '../plan/import-refusal.ts'
import type { PlanDependency } from '../plan/imported-plan.ts'
import { IssueTree } from './issue-tree.ts'
import type { TrackerIssue } from './tracker-issue.ts'

const MAX_NAMED_TYPES = 20
const MAX_NAMED_KEYS = 50

/** "Blocks" links as finish to start. Each is said at both ends and becomes one; other kinds are counted by name. */
export function linkIssues(
  issues: readonly TrackerIssue[],
  parents: ReadonlyMap<string, string>,
  diagnostics: Diagnostics,
): PlanDependency[] {
  const known = new Set(issues.map((issue) => issue.key))
  const tree = new IssueTree(issues, parents)
  const seen = new Set<string>()
  const links: PlanDependency[] = []
  const otherTypes = new Map<string, number>()
  for (const issue of issues) {
    for (const { typeName, direction, otherKey } of issue.links) {
      if (typeName.toLowerCase() !== 'blocks') {
        if (otherTypes.size < MAX_NAMED_TYPES || otherTypes.has(typeName))
          otherTypes.set(typeName, (otherTypes.get(typeName) ?? 0) + 1)
        continue
      }
      const [predecessor, successor] = direction === 'outward' ? [issue.key, otherKey] : [otherKey, issue.key]
      const pair = JSON.stringify([predecessor, successor])
      if (seen.has(pair)) continue
      seen.add(pair)
      const problem = problemOf(predecessor, successor, { otherKey, known, tree })
      if (problem === null) links.push({ predecessor, successor, dep_type: 'FS', lag: 0, lag_unit: 'working' })
      else diagnostics.warn(problem.code, { row: issue.row, field: 'links' }, `${issue.key}: ${problem.message}`)
    }
  }
  for (const [name, count] of otherTypes)
    diagnostics.warn('link_type_not_imported', { field: 'links' }, `Not imported: ${count} links ${quoted(name)}`)
  refuseCycles(issues, parents, links)
  return links
}

function problemOf(
  predecessor: string,
  successor: string,
  context: { otherKey: string; known: ReadonlySet<string>; tree: IssueTree },
): { code: string; message: string } | null {
  const { otherKey, known, tree } = context
  if (!known.has(otherKey)) return { code: 'foreign_link', message: `${quoted(otherKey)} is not in the file` }
  if (predecessor === successor) return { code: 'self_dependency', message: 'a link of an issue to itself is dropped' }
  if (tree.isInside(predecessor, successor) || tree.isInside(successor, predecessor))
    return {
      code: 'link_to_own_summary',
      message: `its link with ${quoted(otherKey)} joins a parent and its own child`,
    }
  return null
}

/**
 * Refuses a file whose links run in a circle, also through parents: a start and an end stand for each issue, a parent
 * starts before and ends after what is inside it.
 */
function refuseCycles(
  issues: readonly TrackerIssue[],
  parents: ReadonlyMap<string, string>,
  links: readonly PlanDependency[],
): void {
  const indexOf = new Map(issues.map((issue, index) => [issue.key, index]))
  const start = (key: string) => 2 * (indexOf.get(key) as number)
  const end = (key: string) => start(key) + 1
  const edges: [number, number][] = issues.map((issue) => [start(issue.key), end(issue.key)])
  for (const [child, parent] of parents) edges.push([start(parent), start(child)], [end(child), end(parent)])
  for (const link of links) edges.push([end(link.predecessor), start(link.successor)])
  const cycle = findNodeCycle(
    2 * issues.length,
    edges.map(([from]) => from),
    edges.map(([, to]) => to),
  )
  if (cycle === null) return
  const keys = [...new Set(cycle.map((node) => issues[node >> 1]?.key ?? ''))]
  const named = keys.slice(0, MAX_NAMED_KEYS)
  const more = keys.length > named.length ? ` and ${keys.length - named.length} more` : ''
  throw new ImportRefusal('cyclic_dependency', `the links run in a circle: ${named.join(' -> ')}${more}`, named)
}
