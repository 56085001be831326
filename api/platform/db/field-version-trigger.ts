import type { TriggerDef } from '@mikro-orm/postgresql'

/** Who was away for more writes of a row than that is told of a conflict. */
export const KEPT_WRITES = 8

/**
 * Keeps `field_versions`: for each column the version of the row that changed it last. A trigger, because some twenty
 * statements write these rows (by hand, batches, imports, undo, jobs, pushes of tokens) and one that forgot it would let
 * an edit be lost in silence. One expression finds what changed: both rows as JSON would cost ten times as much.
 * Under `*`, where there is one, stands the version up to which changes were not written down. With `cursor`, the column
 * that counts the writes of a project, the last of them stand under `@` with the version that each made.
 */
export function fieldVersionTrigger(untracked: readonly string[], cursor?: string): TriggerDef {
  return {
    name: 'field_versions',
    timing: 'before',
    events: ['update'],
    forEach: 'row',
    body: (columns) =>
      bodyFor(
        Object.values<string>(columns).filter((column) => !untracked.includes(column)),
        cursor,
      ),
  }
}

function bodyFor(columns: readonly string[], cursor?: string): string {
  const changes = columns.map(
    (column) => `case when new."${column}" is distinct from old."${column}" then '${column}' end`,
  )
  return [
    `declare changed text[] := array_remove(array[${changes.join(', ')}], null); begin`,
    'if cardinality(changed) > 0 then new.field_versions := old.field_versions',
    "|| case when (old.field_versions->>'*')::int > old.server_version",
    "then jsonb_build_object('*', old.server_version) else '{}'::jsonb end",
    '|| (select jsonb_object_agg(field, new.server_version) from unnest(changed) as field)',
    cursor === undefined ? '' : `|| ${markOf(cursor)}`,
    '; end if; end; return new',
  ].join(' ')
}

/** The writes so far without the oldest where there are many, and this one. */
function markOf(cursor: string): string {
  const kept = `coalesce(old.field_versions->'@', '[]'::jsonb)`
  const last = `case when jsonb_array_length(${kept}) < ${KEPT_WRITES} then ${kept} else ${kept} - 0 end`
  return `jsonb_build_object('@', ${last} || jsonb_build_array(jsonb_build_array(new."${cursor}", new.server_version)))`
}
