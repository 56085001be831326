interface Link {
  readonly id: string
  readonly predecessor_id: string
  readonly successor_id: string
  readonly is_crossing: boolean
}

interface TreeRow {
  readonly id: string
  readonly parent_id: string | null
}

/**
 * For each task that waits for a link between projects, over however many links, the first one in the order given that it
 * waits for. A link into a phase holds every task below it, and one out of a phase waits for each of them.
 */
export function reachOfLinks(links: readonly Link[], tree: readonly TreeRow[]): Map<string, string> {
  const successorsOf = grouped(links, (link) => link.predecessor_id)
  const childrenOf = grouped(tree, (row) => row.parent_id)
  const parentOf = new Map(tree.map((row) => [row.id, row.parent_id]))
  const causeOf = new Map<string, string>()
  for (const cause of links.filter((link) => link.is_crossing)) {
    const open = [cause.successor_id]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      // What it leads to was reached from it already.
      if (causeOf.has(id) || !parentOf.has(id)) continue
      causeOf.set(id, cause.id)
      for (const child of childrenOf.get(id) ?? []) open.push(child.id)
      for (let at: string | null = id; at !== null; at = parentOf.get(at) ?? null)
        for (const link of successorsOf.get(at) ?? []) open.push(link.successor_id)
    }
  }
  return causeOf
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
