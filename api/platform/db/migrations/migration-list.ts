import type { MigrationObject } from '@mikro-orm/postgresql'
import { Migration0001 } from './0001-initial.ts'

/** Every migration in order; forward only, one transaction each. Made by `npm run migration -- <name>`. */
export const migrationList: MigrationObject[] = [{ name: '0001-initial', class: Migration0001 }]
