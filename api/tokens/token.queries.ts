import { type Insertable, sql } from 'kysely'
import { type Db, type RowOf, type Tables, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { pageRows } from '../platform/db/page-rows.ts'
import { asJson } from '../platform/db/statements.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import type { OffsetPage, PageRequest } from '../platform/http/paging.ts'

const COLUMNS = [
  ...(['id', 'project_id', 'program_id', 'owner_id', 'name', 'token_prefix', 'scopes', 'status_map'] as const),
  ...(['created_by_id', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'] as const),
]
/** A token as it may be told: all but its hash. */
export type TokenRow = Pick<RowOf<'api_tokens'>, (typeof COLUMNS)[number]>

export type TokenOwner =
  | { readonly project_id: string }
  | { readonly program_id: string }
  | { readonly owner_id: string }

/** Column and value that select what belongs to one owner of tokens. */
export function ownerOf(owner: TokenOwner): [column: 'project_id' | 'program_id' | 'owner_id', id: string] {
  if ('project_id' in owner) return ['project_id', owner.project_id]
  if ('program_id' in owner) return ['program_id', owner.program_id]
  return ['owner_id', owner.owner_id]
}

/** Tokens of one owner, newest first, revoked ones included. */
export function pageTokens(db: Db, owner: TokenOwner, request: PageRequest): Promise<OffsetPage<TokenRow>> {
  const [column, ownerId] = ownerOf(owner)
  const owned = tables(db).selectFrom('api_tokens').select(COLUMNS).where(column, '=', ownerId)
  return pageRows(owned.orderBy('created_at', 'desc').orderBy('id', 'desc'), request)
}

export async function loadToken(db: Db, owner: TokenOwner, id: string): Promise<TokenRow> {
  const [column, ownerId] = ownerOf(owner)
  const token = await tables(db)
    .selectFrom('api_tokens')
    .select(COLUMNS)
    .where(column, '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst()
  refuseUnless(token, notFound)
  return token
}

/** The token that an integration shows. */
export function loadShownToken(db: Db, id: string): Promise<TokenRow> {
  return tables(db).selectFrom('api_tokens').select(COLUMNS).where('id', '=', id).executeTakeFirstOrThrow()
}

/** A token by its hash, with its owner, whether it is accepted but for its time, and whether that is over. */
export function findTokenByHash(db: Db, hash: string, now: Date) {
  return tables(db)
    .selectFrom('api_tokens as t')
    .leftJoin('accounts as a', 'a.id', 't.owner_id')
    .select(['t.id', 't.token_prefix', 't.scopes', 't.project_id', 't.program_id', 't.owner_id'])
    .select(['a.username', 'a.first_name', 'a.last_name', 'a.is_superuser'])
    .select([
      sql<boolean>`t.revoked_at is null and (t.owner_id is null or coalesce(a.is_active, false))`.as('is_accepted'),
      sql<boolean>`coalesce(t.expires_at <= ${now}, false)`.as('is_expired'),
    ])
    .where('t.token_hash', '=', hash)
    .executeTakeFirst()
}

/** Kept to the minute, so that a busy token does not write on every request. */
export async function updateLastUse(db: Db, id: string, now: Date): Promise<void> {
  await tables(db)
    .updateTable('api_tokens')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(last_used_at < ${now}::timestamptz - interval '1 minute', true)`)
    .execute()
}

/** How many tokens of a person are accepted. The account stays locked, so that none is added before the commit. */
export async function lockAndCountTokens(ctx: Ctx<unknown>, ownerId: string): Promise<number> {
  await tables(ctx).selectFrom('accounts').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
  const { count } = await tables(ctx)
    .selectFrom('api_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.services.clock.now().toISOString())]))
    .executeTakeFirstOrThrow()
  return count
}

export function insertToken(db: Db, values: Insertable<Tables['api_tokens']>): Promise<TokenRow> {
  return tables(db)
    .insertInto('api_tokens')
    .values({ ...values, status_map: values.status_map && asJson(values.status_map) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Ends a token, or all tokens of a person; those that ended before are left as they are. Returns which ended now. */
export function revokeTokens(ctx: Ctx<unknown>, which: { readonly id: string } | { readonly owner_id: string }) {
  const [column, value] = 'id' in which ? (['id', which.id] as const) : (['owner_id', which.owner_id] as const)
  return tables(ctx)
    .updateTable('api_tokens')
    .set({ revoked_at: ctx.services.clock.now() })
    .where(column, '=', value)
    .where('revoked_at', 'is', null)
    .returning(COLUMNS)
    .execute()
}
