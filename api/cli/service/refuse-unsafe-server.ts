import type { Services } from '../../platform/context.ts'
import { ConfigError } from '../../platform/settings/config.ts'

/** In production, refuses a database server that may lose what it has confirmed. */
export async function refuseUnsafeServer(services: Pick<Services, 'orm'>): Promise<void> {
  const names = ['fsync', 'synchronous_commit']
  const rows: { name: string; setting: string }[] = await services.orm.em
    .getConnection()
    .execute(`select name, setting from pg_settings where name in ('${names.join("', '")}') and setting = 'off'`)
  if (rows.length === 0) return
  throw new ConfigError(
    rows.map(({ name, setting }) => ({
      name: `${name} of the database server`,
      holds: setting,
      allowed: 'on in production',
    })),
  )
}
