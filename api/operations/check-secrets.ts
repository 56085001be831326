import type { Services } from '../platform/context.ts'
import { sealedPrefix } from '../platform/secrets-box.ts'
import { findSealedColumns, hasForeignText } from './readiness.queries.ts'

/**
 * Whether everything sealed at rest was sealed with the key at hand. With another key signatures and sign-ins would
 * fail one by one; here it shows at once.
 */
export async function areSecretsOurs(services: Services): Promise<boolean> {
  const db = { em: services.orm.em.fork() }
  return !(await hasForeignText(db, await findSealedColumns(db), sealedPrefix(services)))
}
