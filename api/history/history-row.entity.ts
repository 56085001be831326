import { defineEntity, p } from '@mikro-orm/postgresql'
import { HOT_PATH, references, unchecked } from '../platform/db/references.ts'

/** Column -> value before and after. */
export type FieldChanges = Readonly<Record<string, readonly [unknown, unknown]>>

/** One save of a record, written by the triggers of `platform/db/kept-history.ts` and by nothing else. */
export const HistoryRowSchema = defineEntity({
  name: 'HistoryRow',
  tableName: 'history_rows',
  properties: {
    /** Later saves of a project have larger ones: they are written under its lock. */
    id: p.bigint('number').primary().autoincrement(),
    /** Null for what belongs to a program. */
    project_id: p.uuid().nullable(),
    /** Of the program itself and of what it holds beside its projects; null for what belongs to a project. */
    program_id: p.uuid().nullable(),
    object_type: p.text(),
    object_id: p.uuid(),
    /** `+` made, `~` changed, `-` deleted. */
    change_type: p.text().$type<'+' | '~' | '-'>(),
    at: p.datetime(),
    actor_id: p.uuid().nullable(),
    reason: p.text().nullable(),
    changes: p.json<FieldChanges>().nullable(),
  },
  indexes: [
    { name: 'history_rows_object', properties: ['object_id', 'id'] },
    { name: 'history_rows_project', properties: ['project_id', 'id'] },
    {
      name: 'history_rows_program',
      expression: `create index "history_rows_program" on "history_rows" ("program_id", "id") where "program_id" is not null`,
    },
    {
      name: 'history_rows_status',
      expression: `create index "history_rows_status" on "history_rows" ("project_id", "at") where jsonb_exists("changes", 'status')`,
    },
    { name: 'history_rows_at', expression: 'create index "history_rows_at" on "history_rows" using brin ("at")' },
  ],
})
references(HistoryRowSchema, {
  project_id: unchecked(HOT_PATH),
  program_id: unchecked('programs are marked as deleted and stay'),
  object_id: unchecked('what it was is told by the type; the row goes with its project'),
  actor_id: unchecked('accounts are never removed, and the key would be checked for every saved row'),
})
