/** Rows in their order, but each behind the row of the batch that it lies in. Rows in a circle stay as they came. */
export function parentsFirst<Row extends { readonly id: string; readonly data: Readonly<Record<string, unknown>> }>(
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const placed = new Set<Row>()
  for (const row of rows) {
    const chain: Row[] = []
    for (let at: Row | undefined = row; at !== undefined && !placed.has(at) && !chain.includes(at); ) {
      chain.push(at)
      const { parent_id: parentId }: { parent_id?: unknown } = at.data
      at = typeof parentId === 'string' ? byId.get(parentId.toLowerCase()) : undefined
    }
    for (const link of chain.reverse()) placed.add(link)
  }
  return [...placed]
}
