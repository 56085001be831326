import { type RawBuilder, sql } from 'kysely'

/**
 * Condition on `tasks t`: whether any of the records that `loadRelatives` reads may speak of it. Most rows have none, and
 * a page without any asks nothing more. The scalar subqueries keep the planner from reading the whole tables.
 */
export const MAY_HAVE_RELATIVES: RawBuilder<boolean> = sql`(t.assignee_id is not null
  or (select true from task_resources r where r.task_id = t.id limit 1) is not null
  or (select true from task_labels l where l.task_id = t.id limit 1) is not null
  or (select true from task_field_values v where v.task_id = t.id limit 1) is not null
  or (select true from acceptance_criteria c where c.task_id = t.id limit 1) is not null)`
