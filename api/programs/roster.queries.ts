import { agentMayRead } from '../access/agent-consent.queries.ts'
import type { ProgramScope } from '../access/program-scope.ts'
import { datesOf } from '../access/task-dates.queries.ts'
import { type Db, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { containsWords, orderTerms } from '../platform/db/page-rows.ts'
import { anyOf } from '../platform/db/statements.ts'
import { AT_RISK_TASK } from '../projects/status/status-summary.queries.ts'

export interface RosterQuery {
  search?: string | undefined
  ordering?: string | undefined
}

/** Ids of the program's projects but drafts; projects that said no to agents are withheld from them. */
export async function listRosterIds(ctx: Ctx<ProgramScope>, query: RosterQuery): Promise<string[]> {
  const terms = orderTerms(query.ordering, { name: 'p.name' })
  const statement = tables(ctx)
    .selectFrom('projects as p')
    .select('p.id')
    .where('p.program_id', '=', ctx.scope.programId)
    .where('p.is_deleted', '=', false)
    .where('p.lifecycle', '<>', 'draft')
    .where(containsWords(query.search, ['p.name', 'p.code']))
    .where(agentMayRead(ctx, 'p'))
  const ordered = terms
    ? terms.reduce((sorted, term) => sorted.orderBy(term), statement)
    : statement.orderBy('p.start_date').orderBy('p.name')
  const rows = await ordered.orderBy('p.id').execute()
  return rows.map((row) => row.id)
}

/** By project, how many tasks are overdue on a day (unfinished, and their computed finish is past) and at risk. */
export async function countLateTasks(db: Db, projectIds: readonly string[], today: string) {
  const rows = await tables(db)
    .selectFrom('tasks as t')
    .innerJoinLateral(datesOf('t'), (join) => join.onTrue())
    .select(({ fn }) => [
      't.project_id',
      fn
        .countAll<number>()
        .filterWhere('t.status', '<>', 'COMPLETE')
        .filterWhere('s.early_finish', '<', today)
        .as('overdue_count'),
      fn.countAll<number>().filterWhere(AT_RISK_TASK).as('at_risk_count'),
    ])
    .where('t.project_id', '=', anyOf(projectIds))
    .where('t.is_deleted', '=', false)
    .groupBy('t.project_id')
    .execute()
  return new Map(rows.map((row) => [row.project_id, row]))
}
