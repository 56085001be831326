import { programMemberships, projectMemberships } from '../access/memberships.queries.ts'
import { type Db, tables } from '../database.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { isUuid } from '../platform/ids.ts'
import { foldKey, type KeyKind } from './key-forms.ts'

/** A live project of the caller by its id or by any key that leads to it. */
export function findOwnProject(ctx: Ctx, idOrKey: string) {
  return tables(ctx)
    .selectFrom('projects as p')
    .innerJoin(projectMemberships(ctx, actingAccount(ctx).id), 'm.project_id', 'p.id')
    .select(['p.id', 'p.program_id', 'p.code'])
    .where('p.id', '=', idOf(ctx, 'project', idOrKey))
    .where('p.is_deleted', '=', false)
    .executeTakeFirst()
}

/** A live program of the caller by its id or by any key that leads to it. */
export function findOwnProgram(ctx: Ctx, idOrKey: string) {
  return tables(ctx)
    .selectFrom('programs as p')
    .innerJoin(programMemberships(ctx, actingAccount(ctx).id), 'pm.program_id', 'p.id')
    .select(['p.id', 'p.code'])
    .where('p.id', '=', idOf(ctx, 'program', idOrKey))
    .where('p.is_deleted', '=', false)
    .executeTakeFirst()
}

function idOf(db: Db, kind: KeyKind, idOrKey: string) {
  if (isUuid(idOrKey)) return idOrKey
  const issued = tables(db).selectFrom('issued_keys').select('object_id')
  return issued.where('kind', '=', kind).where('folded_key', '=', foldKey(idOrKey))
}

/** A live sprint of the project by its number. */
export function findSprintByNumber(db: Db, projectId: string, number: number) {
  return tables(db)
    .selectFrom('sprints')
    .select(['id', 'number'])
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
}

/** A live task of the project by its number. */
export function findTaskByNumber(db: Db, projectId: string, number: number) {
  return tables(db)
    .selectFrom('tasks')
    .select(['id', 'number'])
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
}

/** A live risk of the project by its number. */
export function findRiskByNumber(db: Db, projectId: string, number: number) {
  return tables(db)
    .selectFrom('risks')
    .select(['id', 'number'])
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
}
