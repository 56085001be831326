import type { MigrationObject } from '@mikro-orm/postgresql'
import { Migration0001 } from './0001-initial.ts'
import { Migration0002 } from './0002-dependency-sync.ts'
import { Migration0003 } from './0003-program-import-jobs.ts'
import { Migration0004 } from './0004-task-constraints.ts'
import { Migration0005 } from './0005-row-storage.ts'
import { Migration0006 } from './0006-task-runs.ts'
import { Migration0007 } from './0007-project-templates.ts'
import { Migration0012 } from './0012-stale-dates.ts'
import { Migration0014 } from './0014-field-versions.ts'
import { Migration0016 } from './0016-workspace-row.ts'
import { Migration0021 } from './0021-provider-rank.ts'
import { Migration0022 } from './0022-named-proficiency.ts'
import { Migration0051 } from './0051-names-without-case.ts'
import { Migration0052 } from './0052-session-epoch.ts'

/** Every migration in order; forward only, one transaction each. Made by `npm run migration -- <name>`. */
export const migrationList: MigrationObject[] = [
  { name: '0001-initial', class: Migration0001 },
  { name: '0002-dependency-sync', class: Migration0002 },
  { name: '0003-program-import-jobs', class: Migration0003 },
  { name: '0004-task-constraints', class: Migration0004 },
  { name: '0005-row-storage', class: Migration0005 },
  { name: '0006-task-runs', class: Migration0006 },
  { name: '0007-project-templates', class: Migration0007 },
  { name: '0012-stale-dates', class: Migration0012 },
  { name: '0014-field-versions', class: Migration0014 },
  { name: '0016-workspace-row', class: Migration0016 },
  { name: '0021-provider-rank', class: Migration0021 },
  { name: '0022-named-proficiency', class: Migration0022 },
  { name: '0051-names-without-case', class: Migration0051 },
  { name: '0052-session-epoch', class: Migration0052 },
]
