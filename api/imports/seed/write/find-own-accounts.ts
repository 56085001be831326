import type { SeedAccount } from '../../../../importers/seed/seed-schema.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sqlOne } from '../../../platform/db/sql.ts'

/** Only the importer is found again: a file neither makes accounts nor draws other people into a program. */
export async function findOwnAccounts(
  ctx: Pick<Ctx, 'em'>,
  accounts: readonly SeedAccount[],
  ownerId: string,
): Promise<Map<string, string>> {
  const owner = await sqlOne<{ username: string }>(ctx, 'select username from accounts where id = $1', [ownerId])
  const username = owner?.username.toLowerCase()
  const own = accounts.filter((account) => account.username.toLowerCase() === username)
  return new Map(own.map((account) => [account.slug, ownerId]))
}
