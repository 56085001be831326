import type { MigrationObject } from '@mikro-orm/postgresql'

/** Every migration in order; forward only, one transaction each. Made by `npm run migration -- <name>`. */
export const migrationList: MigrationObject[] = []
