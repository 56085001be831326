import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import type { TaskPlaceRow } from './load-tasks.ts'

interface LinkRow {
  predecessor_id: string
  successor_id: string
  dep_type: string
  lag: number
  lag_unit: string
  is_pending: boolean
}

export interface SeedLinks {
  /** By the project of the successor. */
  readonly rowsOf: ReadonlyMap<string, object[]>
  readonly omissions: readonly string[]
}

/** The links between tasks of the program, in the order of their ends in the tree. */
export async function loadSeedLinks(
  ctx: Pick<Ctx, 'em'>,
  ids: readonly string[],
  placeOf: ReadonlyMap<string, TaskPlaceRow>,
): Promise<SeedLinks> {
  const all = await sql<LinkRow>(
    ctx,
    `select d.predecessor_id, d.successor_id, d.dep_type, d.lag, d.lag_unit, d.is_pending
     from dependencies d
     left join tasks p on p.id = d.predecessor_id left join tasks s on s.id = d.successor_id
     left join projects pp on pp.id = d.predecessor_project_id
     where not d.is_deleted
       and (d.predecessor_project_id = any($1::uuid[]) or d.successor_project_id = any($1::uuid[]))
     order by p.wbs_order, s.wbs_order, pp.name collate "C", pp.code, d.dep_type, d.lag`,
    [ids],
  )
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
