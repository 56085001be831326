import { defineEntity, p, type TriggerDef } from '@mikro-orm/postgresql'

/** The cursor of what changes above projects: one row, which commits of such changes take one after the other. */
export const InstallationCounterSchema = defineEntity({
  name: 'InstallationCounter',
  tableName: 'installation_counters',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    sync_seq: p.bigint('number').default(0),
  },
})

/**
 * Gives rows that stand above projects the installation's cursor. At the commit, so that the one row everybody counts in
 * is held for a moment and cursors follow each other in the order in which readers see them. The function is made by the
 * migration; what it writes itself does not call it again.
 */
export function stampsInstallation(table: string): TriggerDef {
  return {
    name: 'stamp_installation_seq',
    timing: 'after',
    events: ['insert', 'update'],
    expression: `create constraint trigger "stamp_installation_seq" after insert or update on "${table}"
      deferrable initially deferred for each row when (pg_trigger_depth() = 0) execute function stamp_installation_seq()`,
  }
}
