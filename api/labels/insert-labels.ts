import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { foldName } from '../platform/fold-name.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'

export interface NewLabel {
  /** What the caller calls it. */
  readonly slug: string
  readonly name: string
  readonly color?: string | undefined
  readonly position?: number | undefined
}

/** The labels of a new project as a set, without an event each; answers the ids by the caller's names. */
export async function insertLabels(
  ctx: Ctx<unknown>,
  projectId: string,
  labels: readonly NewLabel[],
): Promise<Map<string, string>> {
  const ids = new Map(labels.map((label) => [label.slug, newId()]))
  if (labels.length === 0) return ids
  await sql(
    ctx,
    `insert into labels (id, sync_seq, project_id, name, folded_name, color, position)
     select id, $1, $2, name, folded, color, position
     from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::int[]) as row(id, name, folded, color, position)`,
    [
      await lockProject(ctx, projectId),
      projectId,
      labels.map((label) => ids.get(label.slug)),
      labels.map((label) => label.name),
      labels.map((label) => foldName(label.name)),
      labels.map((label) => label.color ?? 'slate'),
      labels.map((label, index) => label.position ?? index),
    ],
  )
  return ids
}
