import type { Services } from '../platform/context.ts'
import { sealedPrefix } from '../platform/secrets-box.ts'
import { hasForeignText } from './readiness.queries.ts'

/**
 * Whether everything sealed at rest was sealed with the key at hand. With another key signatures and sign-ins would
 * fail one by one; here it shows at once.
 */
export async function areSecretsOurs(services: Services): Promise<boolean> {
  return !(await hasForeignText({ em: services.orm.em.fork() }, sealedColumns(services), sealedPrefix(services)))
}

/** Every column that holds sealed text is named so, and none has to be listed here. */
function sealedColumns(services: Services): (readonly [table: string, column: string])[] {
  return [...services.orm.getMetadata().getAll().values()].flatMap((entity) =>
    entity.props.flatMap((property) => {
      const [column] = property.fieldNames ?? []
      return column?.startsWith('sealed_') ? [[entity.tableName, column] as const] : []
    }),
  )
}
