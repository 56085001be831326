import type { TriggerDef } from '@mikro-orm/postgresql'

/**
 * Keeps `field_versions`: for each column the version of the row that changed it last. A trigger, because some twenty
 * statements write these rows (by hand, batches, imports, undo, jobs, pushes of tokens) and one that forgot it would let
 * an edit be lost in silence. One expression finds what changed: both rows as JSON would cost ten times as much.
 * Under `*`, where there is one, stands the version up to which changes were not written down.
 */
export function fieldVersionTrigger(untracked: readonly string[]): TriggerDef {
  return {
    name: 'field_versions',
    timing: 'before',
    events: ['update'],
    forEach: 'row',
    body: (columns) => bodyFor(Object.values<string>(columns).filter((column) => !untracked.includes(column))),
  }
}

function bodyFor(columns: readonly string[]): string {
  const changes = columns.map(
    (column) => `case when new."${column}" is distinct from old."${column}" then '${column}' end`,
  )
  return [
    `declare changed text[] := array_remove(array[${changes.join(', ')}], null); begin`,
    'if cardinality(changed) > 0 then new.field_versions := old.field_versions',
    "|| case when (old.field_versions->>'*')::int > old.server_version",
    "then jsonb_build_object('*', old.server_version) else '{}'::jsonb end",
    '|| (select jsonb_object_agg(field, new.server_version) from unnest(changed) as field);',
    'end if; end; return new',
  ].join(' ')
}
