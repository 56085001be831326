import type { SeedAccount } from '../../../../importers/seed/seed-schema.ts'
import type { Ctx } from '../../../platform/context.ts'
import { findUsername } from '../seed.queries.ts'

/** Only the importer is found again: a file neither makes accounts nor draws other people into a program. */
export async function findOwnAccounts(
  ctx: Pick<Ctx, 'em'>,
  accounts: readonly SeedAccount[],
  ownerId: string,
): Promise<Map<string, string>> {
  const username = (await findUsername(ctx, ownerId))?.toLowerCase()
  const own = accounts.filter((account) => account.username.toLowerCase() === username)
  return new Map(own.map((account) => [account.slug, ownerId]))
}
