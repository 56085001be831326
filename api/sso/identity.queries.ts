import { type Insertable, sql } from 'kysely'
import { mayAct } from '../access/workspace-standing.queries.ts'
import { type Db, type Tables, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { lockByName } from '../platform/db/advisory-locks.ts'
import { newId } from '../platform/ids.ts'

/** What names somebody at a provider. */
export interface IdentityName {
  readonly slug: string
  readonly issuer: string
  readonly subject: string
}

/** One writer at a time about one person at a provider: two first sign-ins at once would otherwise both make an account. */
export async function lockIdentity(db: Db, { slug, subject }: IdentityName): Promise<void> {
  await lockByName(db, 'providerIdentity', `${slug} ${subject}`)
}

export type LinkedIdentity = NonNullable<Awaited<ReturnType<typeof findIdentity>>>

/** The identity with its account, which may be deactivated. */
export function findIdentity(db: Db, { slug, subject }: IdentityName) {
  return tables(db)
    .selectFrom('sso_identities as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .leftJoin('workspace_members as w', 'w.account_id', 'a.id')
    .select(['i.id', 'i.account_id', 'i.issuer', 'i.is_by_address', mayAct.as('may_act')])
    .where('i.provider_slug', '=', slug)
    .where('i.subject', '=', subject)
    .executeTakeFirst()
}

export async function insertIdentity(
  ctx: Pick<Ctx, 'em' | 'services'>,
  { slug, issuer, subject }: IdentityName,
  link: { readonly account_id: string; readonly is_by_address: boolean },
): Promise<void> {
  await tables(ctx)
    .insertInto('sso_identities')
    .values({ id: newId(), provider_slug: slug, issuer, subject, ...link, created_at: ctx.services.clock.now() })
    .execute()
}

/** The person confirmed a link that an address alone had made. */
export async function confirmIdentity(db: Db, identityId: string): Promise<void> {
  await tables(db).updateTable('sso_identities').set({ is_by_address: false }).where('id', '=', identityId).execute()
}

/** A new account unless another has its username, without regard to case. */
export function insertAccountUnderFreeName(db: Db, values: Insertable<Tables['accounts']>) {
  return tables(db)
    .insertInto('accounts')
    .values(values)
    .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
    .returning(['id', 'username'])
    .executeTakeFirst()
}
