import type { PrimaveraActivity, PrimaveraModel, PrimaveraProject, PrimaveraWbs } from '../primavera-model.ts'
import { compareCodes } from './compare-codes.ts'

/** A row of the plan: a node of the work breakdown, which becomes a summary, or an activity below one. */
export type PlacedRow =
  | { readonly kind: 'wbs'; readonly node: PrimaveraWbs; readonly level: number; readonly code: string | null }
  | { readonly kind: 'activity'; readonly activity: PrimaveraActivity; readonly level: number }

/** No planner nests this deep; a hostile file must not make every walk up the tree long. */
const MAX_LEVEL = 1000
const MAX_CODE = 200

type Inside = { nodes: PrimaveraWbs[]; activities: PrimaveraActivity[]; total: number }

/** Where rows stood in the plan that a file was written from, as far as it says. */
export interface KeptRows {
  readonly ofActivity: (id: number) => number | null
  readonly ofNode: (id: number) => number | null
}

type Item = { readonly node: PrimaveraWbs } | { readonly activity: PrimaveraActivity }

/**
 * The rows of a project in the order of its work breakdown: nodes by their sequence, the activities of a node before the
 * nodes inside it and by their codes, as the planner lists them. Where the file says which rows of its plan they were,
 * activities and nodes are sorted in among each other by these. Nodes without any activity are left out and counted.
 */
export function placeRows(
  model: PrimaveraModel,
  project: PrimaveraProject,
  activities: readonly PrimaveraActivity[],
  kept: KeptRows,
): PlacedRow[] {
  const tree = new Tree(model, project)
  tree.hang(activities)
  const rows: PlacedRow[] = []
  const itemsOf = (own: readonly PrimaveraActivity[], nodes: readonly PrimaveraWbs[]) => sortedIn(own, nodes, kept)
  const place = (top: readonly Item[]) => {
    const open = top.map((item) => ({ item, level: 1, prefix: '' })).reverse()
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { item, level, prefix } = next
      if ('activity' in item) {
        rows.push({ kind: 'activity', activity: item.activity, level })
        continue
      }
      if (!tree.enter(item.node)) continue
      const code =
        [prefix, item.node.code]
          .filter((part) => part)
          .join(project.codeSeparator)
          .slice(0, MAX_CODE) || null
      rows.push({ kind: 'wbs', node: item.node, level, code })
      const below = Math.min(MAX_LEVEL, level + 1)
      const inside = itemsOf(tree.activitiesOf(item.node.id), tree.nodesOf(item.node.id))
      for (const one of inside.reverse()) open.push({ item: one, level: below, prefix: code ?? '' })
    }
  }
  place(itemsOf(tree.topActivities, tree.top))
  place(itemsOf([], tree.inCircles()))
  tree.report()
  return rows
}

/** Activities and nodes keep the planner's order among themselves; one without a row stays with the one before it. */
function sortedIn(
  activities: readonly PrimaveraActivity[],
  nodes: readonly PrimaveraWbs[],
  { ofActivity, ofNode }: KeptRows,
): Item[] {
  const items: Item[] = []
  let at = 0
  for (const node of nodes) {
    const row = ofNode(node.id)
    for (; at < activities.length; at += 1) {
      const activity = activities[at] as PrimaveraActivity
      if (row !== null && (ofActivity(activity.id) ?? row) > row) break
      items.push({ activity })
    }
    items.push({ node })
  }
  for (const activity of activities.slice(at)) items.push({ activity })
  return items
}

class Tree {
  readonly topActivities: PrimaveraActivity[] = []
  readonly top: PrimaveraWbs[] = []
  readonly #model: PrimaveraModel
  readonly #nodes = new Map<number, PrimaveraWbs>()
  readonly #inside = new Map<number, Inside>()
  readonly #roots = new Set<number>()
  readonly #entered = new Set<number>()
  #emptyCount = 0

  constructor(model: PrimaveraModel, project: PrimaveraProject) {
    this.#model = model
    for (const node of model.wbs)
      if (node.projectId === project.id && !this.#nodes.has(node.id)) this.#nodes.set(node.id, node)
    for (const node of this.#nodes.values()) if (node.isProject || node.id === project.rootId) this.#roots.add(node.id)
    for (const node of this.#nodes.values()) {
      if (this.#roots.has(node.id)) continue
      const parent = this.#parentOf(node)
      if (parent === null) this.top.push(node)
      else this.#insideOf(parent).nodes.push(node)
    }
    const bySequence = (a: PrimaveraWbs, b: PrimaveraWbs) =>
      a.sequence - b.sequence || compareCodes(a.code ?? '', b.code ?? '')
    this.top.sort(bySequence)
    for (const { nodes } of this.#inside.values()) nodes.sort(bySequence)
  }

  hang(activities: readonly PrimaveraActivity[]): void {
    for (const activity of activities) {
      const node = activity.wbsId === null ? undefined : this.#nodes.get(activity.wbsId)
      if (node !== undefined && !this.#roots.has(node.id)) {
        this.#insideOf(node.id).activities.push(activity)
        continue
      }
      if (activity.wbsId !== null && node === undefined && this.#nodes.size > 0) {
        const text = `node ${activity.wbsId} of the work breakdown is not in the file; the activity stands at the top`
        this.#model.diagnostics.warn('unknown_wbs', { uid: activity.id, field: 'parent' }, text)
      }
      this.topActivities.push(activity)
    }
    const byCode = (a: PrimaveraActivity, b: PrimaveraActivity) => compareCodes(a.code ?? '', b.code ?? '')
    this.topActivities.sort(byCode)
    for (const inside of this.#inside.values()) inside.activities.sort(byCode)
    this.#countUpwards()
  }

  /** Whether a node becomes a row: once, and only where something is inside. */
  enter(node: PrimaveraWbs): boolean {
    if (this.#entered.has(node.id)) return false
    this.#entered.add(node.id)
    if ((this.#inside.get(node.id)?.total ?? 0) > 0) return true
    this.#emptyCount += 1 + this.#passBelow(node.id)
    return false
  }

  activitiesOf(id: number): readonly PrimaveraActivity[] {
    return this.#inside.get(id)?.activities ?? []
  }

  nodesOf(id: number): readonly PrimaveraWbs[] {
    return this.#inside.get(id)?.nodes ?? []
  }

  /** Nodes whose parents run in a circle: each is opened at the top. */
  inCircles(): PrimaveraWbs[] {
    const left = [...this.#nodes.values()].filter(({ id }) => !this.#roots.has(id) && !this.#entered.has(id))
    if (left.length > 0) {
      const text = `${left.length} nodes of the work breakdown lie in a circle of parents; it is opened at the top`
      this.#model.diagnostics.warn('wbs_circle', { uid: left[0]?.id ?? 0, field: 'parent' }, text)
    }
    return left
  }

  report(): void {
    if (this.#emptyCount === 0) return
    const text = `Not imported: nodes of the work breakdown without any activity: ${this.#emptyCount}`
    this.#model.diagnostics.warn('empty_wbs', { field: 'wbs' }, text)
  }

  /** The nearest node around; a parent that stands for the project, or outside of it, is none. */
  #parentOf(node: PrimaveraWbs): number | null {
    const { parentId } = node
    if (parentId === null || parentId === node.id || this.#roots.has(parentId)) return null
    return this.#nodes.has(parentId) ? parentId : null
  }

  #insideOf(id: number): Inside {
    const known = this.#inside.get(id)
    if (known !== undefined) return known
    const inside: Inside = { nodes: [], activities: [], total: 0 }
    this.#inside.set(id, inside)
    return inside
  }

  /** How many activities lie below each node, found from the leaves up; inside of circles everything counts as full. */
  #countUpwards(): void {
    const open = new Map<number, number>()
    const ready: number[] = []
    for (const id of this.#nodes.keys()) {
      const { nodes, activities } = this.#insideOf(id)
      const within = this.#insideOf(id)
      within.total = activities.length
      open.set(id, nodes.length)
      if (nodes.length === 0) ready.push(id)
    }
    for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
      const node = this.#nodes.get(id)
      open.delete(id)
      const parent = node === undefined || this.#roots.has(id) ? null : this.#parentOf(node)
      if (parent === null) continue
      this.#insideOf(parent).total += this.#insideOf(id).total
      const left = (open.get(parent) ?? 1) - 1
      open.set(parent, left)
      if (left === 0) ready.push(parent)
    }
    for (const id of open.keys()) this.#insideOf(id).total = Math.max(1, this.#insideOf(id).total)
  }

  #passBelow(id: number): number {
    let count = 0
    const open = [...this.nodesOf(id)]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (this.#entered.has(node.id)) continue
      this.#entered.add(node.id)
      count += 1
      open.push(...this.nodesOf(node.id))
    }
    return count
  }
}
