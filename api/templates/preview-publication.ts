import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { extractStructure } from './extract-structure.ts'
import { findNewestVersion } from './template.queries.ts'
import { carriedBy, countStructure } from './template-structure.ts'

/** What publishing the project under a name would make. Writes nothing. */
export async function previewPublication(ctx: Ctx<ProjectScope>, name: string): Promise<object> {
  const counts = countStructure(await extractStructure(ctx, ctx.scope.projectId))
  const newest = name === '' ? undefined : await findNewestVersion(ctx, name)
  return {
    counts,
    carries: carriedBy(counts),
    name_taken: newest !== undefined,
    next_version: (newest?.version ?? 0) + 1,
    existing_template: newest?.is_visible ? newest.id : null,
  }
}
