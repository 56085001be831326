import { type ExpressionBuilder, sql } from 'kysely'
import { programMemberships, projectMemberships } from '../access/memberships.queries.ts'
import { type Db, type Tables, tables } from '../database.ts'
import { anyOf } from '../platform/db/statements.ts'

type CalendarSource = 'project' | 'program' | 'workspace' | 'system_default'

export interface CalendarChain {
  readonly projectId: string
  /** The base calendar after inheritance; null is Monday to Friday. */
  readonly baseId: string | null
  readonly source: CalendarSource
  readonly overlayIds: string[]
}

/** Which calendars make up each project's own, in the order in which they apply. */
export async function calendarChains(db: Db, projectIds: readonly string[]): Promise<Map<string, CalendarChain>> {
  const rows = await tables(db)
    .selectFrom('projects as p')
    .leftJoin('programs as g', 'g.id', 'p.program_id')
    .leftJoin('workspace as w', (join) => join.on('w.id', '=', 1))
    .select(['p.id', 'p.calendar_id as own', 'g.calendar_id as program', 'w.calendar_id as workspace'])
    .where('p.id', '=', anyOf(projectIds))
    .execute()
  const overlays = await tables(db)
    .selectFrom('project_calendar_overlays')
    .select(['project_id', 'calendar_id'])
    .where('project_id', '=', anyOf(projectIds))
    .orderBy('project_id')
    .orderBy('position')
    .execute()
  const chains = new Map<string, CalendarChain>()
  for (const row of rows) {
    const source = row.own ? 'project' : row.program ? 'program' : row.workspace ? 'workspace' : 'system_default'
    chains.set(row.id, { projectId: row.id, baseId: row.own ?? row.program ?? row.workspace, source, overlayIds: [] })
  }
  for (const overlay of overlays) chains.get(overlay.project_id)?.overlayIds.push(overlay.calendar_id)
  return chains
}

/** The layers over a project's base calendar in their order. */
export function overlaysOfProject(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('project_calendar_overlays')
    .select(['layer_id', 'role', 'position', 'calendar_id'])
    .where('project_id', '=', projectId)
    .orderBy('position')
    .execute()
}

export interface NewOverlay {
  readonly layer_id: string
  readonly calendar_id: string
  readonly role: string
}

/** Puts the layers in the place of all that lay over the project's base calendar; they stand in the order given. */
export async function replaceOverlays(db: Db, projectId: string, overlays: readonly NewOverlay[]): Promise<void> {
  await tables(db).deleteFrom('project_calendar_overlays').where('project_id', '=', projectId).execute()
  if (overlays.length === 0) return
  const rows = overlays.map((overlay, index) => ({ ...overlay, project_id: projectId, position: index + 1 }))
  await tables(db).insertInto('project_calendar_overlays').values(rows).execute()
}

/** The calendar is laid over project `p`, or a live task in `p` has it for its own. */
function isLaidOver(eb: ExpressionBuilder<Tables & { p: Tables['projects'] }, 'p'>, calendarId: string) {
  const layers = eb.selectFrom('project_calendar_overlays').select('project_id').where('calendar_id', '=', calendarId)
  const tasks = eb.selectFrom('tasks').select('project_id').where('calendar_id', '=', calendarId)
  return eb.or([eb('p.id', 'in', layers), eb('p.id', 'in', tasks.where('is_deleted', '=', false))])
}

/** Live projects whose dates depend on a calendar: as base, by inheritance, as a layer or through a task of their own. */
export async function projectsOnCalendar(db: Db, calendarId: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('projects as p')
    .leftJoin('programs as g', 'g.id', 'p.program_id')
    .leftJoin('workspace as w', (join) => join.on('w.id', '=', 1))
    .select('p.id')
    .where('p.is_deleted', '=', false)
    .where((eb) =>
      eb.or([
        eb(eb.fn.coalesce('p.calendar_id', 'g.calendar_id', 'w.calendar_id'), '=', calendarId),
        isLaidOver(eb, calendarId),
      ]),
    )
    .orderBy('p.id')
    .execute()
  return rows.map((row) => row.id)
}

export type CalendarReference = Awaited<ReturnType<typeof calendarReferences>>[number]

/**
 * Everything live that points at the calendar, by type and id, and whether the account may see it. Layers and tasks
 * stand for their project.
 */
export function calendarReferences(db: Db, calendarId: string, accountId: string) {
  const programs = tables(db)
    .selectFrom('programs as g')
    .leftJoin(programMemberships(db, accountId), 'pm.program_id', 'g.id')
    .select([sql<string>`'program'`.as('type'), sql<string>`g.id::text`.as('id'), 'g.name'])
    .select((eb) => eb('pm.program_id', 'is not', null).as('is_visible'))
    .where('g.calendar_id', '=', calendarId)
    .where('g.is_deleted', '=', false)
  const projects = tables(db)
    .selectFrom('projects as p')
    .leftJoin(projectMemberships(db, accountId), 'm.project_id', 'p.id')
    .select([sql<string>`'project'`.as('type'), sql<string>`p.id::text`.as('id'), 'p.name'])
    .select((eb) => eb('m.project_id', 'is not', null).as('is_visible'))
    .where('p.is_deleted', '=', false)
    .where((eb) => eb.or([eb('p.calendar_id', '=', calendarId), isLaidOver(eb, calendarId)]))
  const resources = tables(db)
    .selectFrom('resources as r')
    .select([sql<string>`'resource'`.as('type'), sql<string>`r.id::text`.as('id'), 'r.name'])
    .select(sql<boolean>`true`.as('is_visible'))
    .where('r.calendar_id', '=', calendarId)
    .where('r.is_deleted', '=', false)
  const workspace = tables(db)
    .selectFrom('workspace as w')
    .select([sql<string>`'workspace'`.as('type'), sql<string>`w.id::text`.as('id'), 'w.name'])
    .select(sql<boolean>`true`.as('is_visible'))
    .where('w.calendar_id', '=', calendarId)
  return programs.unionAll(projects).unionAll(resources).unionAll(workspace).orderBy('type').orderBy('id').execute()
}
