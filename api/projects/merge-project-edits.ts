import { type EditBase, mergeConcurrentEdits } from '../platform/concurrent-edits.ts'
import type { Ctx } from '../platform/context.ts'
import type { Project } from './project.entity.ts'
import { presentProject } from './project.present.ts'
import { findFieldVersions } from './project.queries.ts'
import { PROJECT_COLUMNS } from './project-columns.ts'
import { viewProject } from './project-view.ts'

const COLUMNS = { ...PROJECT_COLUMNS, code: 'code' } as const
const FIELD_OF_COLUMN = new Map(Object.entries(COLUMNS).map(([field, column]) => [column as string, field]))

/** Holds the fields that would change against what others changed since the base; returns the fields it merges with. */
export function mergeProjectEdits(
  ctx: Ctx<unknown>,
  project: Project,
  fields: readonly (keyof typeof COLUMNS)[],
  base: EditBase | undefined,
): Promise<string[]> {
  return mergeConcurrentEdits(base, {
    serverVersion: project.server_version,
    fieldVersions: () => findFieldVersions(ctx, project.id),
    differing: Object.fromEntries(fields.map((field) => [field, [COLUMNS[field]]])),
    fieldOf: (column) => FIELD_OF_COLUMN.get(column),
    present: async () => presentProject(await viewProject(ctx, project.id)),
  })
}
