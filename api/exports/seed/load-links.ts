import type { Db } from '../../platform/db/db.ts'
import type { TaskPlace } from './load-tasks.ts'
import { loadLinks } from './seed.queries.ts'

export interface SeedLinks {
  /** By the project of the successor. */
  readonly rowsOf: ReadonlyMap<string, object[]>
  readonly omissions: readonly string[]
}

/** The links between tasks of the program, in the order of their ends in the tree. */
export async function loadSeedLinks(
  db: Db,
  ids: readonly string[],
  placeOf: ReadonlyMap<string, TaskPlace>,
): Promise<SeedLinks> {
  const all = await loadLinks(db, ids)
  const agreed = all.filter((link) => !link.is_pending)
  const rowsOf = new Map<string, object[]>()
  let inside = 0
  for (const link of agreed) {
    const [from, to] = [placeOf.get(link.predecessor_id), placeOf.get(link.successor_id)]
    if (from === undefined || to === undefined) continue
    inside += 1
    const row = {
      predecessor: from.projectId === to.projectId ? from.wbs : `${from.projectSlug}:${from.wbs}`,
      successor: to.wbs,
      dep_type: link.dep_type,
      lag: link.lag || null,
      lag_unit: link.lag_unit === 'working' ? null : link.lag_unit,
    }
    const known = rowsOf.get(to.projectId)
    if (known) known.push(row)
    else rowsOf.set(to.projectId, [row])
  }
  const lines: [count: number, what: string][] = [
    [all.length - agreed.length, 'links between projects that are not agreed'],
    [agreed.length - inside, 'links with projects outside the program'],
  ]
  return { rowsOf, omissions: lines.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`) }
}
