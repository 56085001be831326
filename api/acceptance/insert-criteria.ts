// biome-ignore-all lint/suspicious/noThenProperty: given, when, then are names on the wire, and never functions.
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'

export interface NewCriterion {
  readonly taskId: string
  readonly text: string
  readonly given?: string | undefined
  readonly when?: string | undefined
  readonly then?: string | undefined
  readonly met?: boolean | undefined
  readonly position: number
}

/** Criteria of new tasks as a set, without a version or an event of their tasks; who met them is not known. */
export async function insertCriteria(
  ctx: Ctx<unknown>,
  projectId: string,
  rows: readonly NewCriterion[],
): Promise<void> {
  if (rows.length === 0) return
  await sql(
    ctx,
    `insert into acceptance_criteria (id, sync_seq, project_id, task_id, text, given_text, when_text, then_text, met, position)
     select id, $1, $2, task_id, text, given_text, when_text, then_text, met, position
     from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::boolean[], $10::int[])
       as row(id, task_id, text, given_text, when_text, then_text, met, position)`,
    [
      await lockProject(ctx, projectId),
      projectId,
      rows.map(() => newId()),
      rows.map((row) => row.taskId),
      rows.map((row) => row.text),
      rows.map((row) => row.given ?? ''),
      rows.map((row) => row.when ?? ''),
      rows.map((row) => row.then ?? ''),
      rows.map((row) => row.met ?? false),
      rows.map((row) => row.position),
    ],
  )
}
