import type { Db } from '../../platform/db/db.ts'
import { instantText } from '../../platform/db/sql.ts'
import type { TaskPlace } from './load-tasks.ts'
import { NameSlugs } from './name-slugs.ts'
import { countRelations, loadBaselines, loadBaselineTasks, loadRisks } from './seed.queries.ts'

/** As much of an instant as documents tell. */
const MINUTES = 'YYYY-MM-DDTHH:MM'.length

interface Facts {
  readonly tellsPointsOf: ReadonlySet<string>
  readonly placeOf: ReadonlyMap<string, TaskPlace>
  readonly accountSlugOf: ReadonlyMap<string, string>
}

export interface SeedRegisters {
  readonly baselinesOf: ReadonlyMap<string, object[]>
  readonly risksOf: ReadonlyMap<string, object[]>
  readonly omissions: readonly string[]
}

/** The baselines and the risks of the projects. */
export async function loadSeedRegisters(db: Db, ids: readonly string[], facts: Facts): Promise<SeedRegisters> {
  const risks = await loadRisks(db, ids)
  const lines: [count: number, what: string][] = [
    [risks.filter((risk) => risk.delay !== null).length, 'delays of risks'],
    [await countRelations(db, ids), 'relations between tasks that are no dependencies'],
  ]
  return {
    baselinesOf: await baselinesOf(db, ids, facts),
    risksOf: risksOf(risks, facts),
    omissions: lines.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`),
  }
}

function risksOf(risks: Awaited<ReturnType<typeof loadRisks>>, facts: Facts): Map<string, object[]> {
  const slugs = new NameSlugs('risk')
  const rows = risks.map(({ project_id, owner_id, task_ids, delay: _delay, ...risk }) => ({
    project_id,
    row: {
      ...risk,
      slug: slugs.next(risk.title),
      owner: owner_id && facts.accountSlugOf.get(owner_id),
      tasks: task_ids.flatMap((id) => facts.placeOf.get(id)?.wbs ?? []),
    },
  }))
  return listed(rows)
}

async function baselinesOf(db: Db, ids: readonly string[], facts: Facts): Promise<Map<string, object[]>> {
  const baselines = await loadBaselines(db, ids)
  const tasks = await loadBaselineTasks(
    db,
    baselines.map(({ id }) => id),
  )
  const captured = Map.groupBy(tasks, (row) => row.baseline_id)
  const rows = baselines.map(({ id, project_id, name, is_active, calendar, created_at }) => ({
    project_id,
    row: {
      name,
      is_active: is_active || null,
      captured_at: instantText(created_at)?.slice(0, MINUTES),
      calendar: calendar && { working_days: calendar.workingDays, exceptions: calendar.exceptions },
      tasks: (captured.get(id) ?? []).flatMap(({ task_id, baseline_id: _baseline, story_points, ...row }) => {
        const place = facts.placeOf.get(task_id)
        const points = facts.tellsPointsOf.has(project_id) ? { story_points } : {}
        return place ? [{ task: place.wbs, ...row, ...points }] : []
      }),
    },
  }))
  // Of what was captured nothing is there any more: nothing to say.
  return listed(rows.filter(({ row }) => row.tasks.length > 0))
}

function listed(rows: readonly { project_id: string; row: object }[]): Map<string, object[]> {
  const grouped = Map.groupBy(rows, ({ project_id }) => project_id)
  return new Map([...grouped].map(([id, own]) => [id, own.map(({ row }) => row)]))
}
