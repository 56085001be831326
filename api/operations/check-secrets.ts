import type { Services } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { sealedPrefix } from '../platform/secrets-box.ts'

const queries = new WeakMap<Services['orm'], string>()

/**
 * Whether everything sealed at rest was sealed with the key at hand. With another key signatures and sign-ins would
 * fail one by one; here it shows at once.
 */
export async function areSecretsOurs(services: Services): Promise<boolean> {
  const query = queries.get(services.orm) ?? sealedQuery(services)
  queries.set(services.orm, query)
  const foreign = await sqlOne({ em: services.orm.em.fork() }, query, [`${sealedPrefix(services)}%`])
  return foreign === undefined
}

/** Every column that holds sealed text is named so, and none has to be listed here. */
function sealedQuery(services: Services): string {
  const columns = [...services.orm.getMetadata().getAll().values()].flatMap((entity) =>
    entity.props.flatMap((property) => {
      const [column] = property.fieldNames ?? []
      return column?.startsWith('sealed_') ? [[entity.tableName, column] as const] : []
    }),
  )
  return columns
    .map(([table, column]) => `(select 1 as found from ${table} where ${column} not like $1 limit 1)`)
    .join(' union all ')
}
