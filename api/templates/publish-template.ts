import type { ProjectScope } from '../access/project-scope.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { lockByName } from '../platform/db/advisory-locks.ts'
import { refuseUnless } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { loadProjectFacts } from '../tasks/project-facts.ts'
import { extractStructure } from './extract-structure.ts'
import { ProjectTemplate } from './template.entity.ts'
import { nameTaken } from './template.errors.ts'
import { findNewestVersion, loadTemplate, type TemplateRow } from './template.queries.ts'
import type { PublishFields } from './template.schema.ts'
import { countStructure } from './template-structure.ts'

/** Publishes the structure of the project under a name of the workspace, or as the next version of that name. */
export async function publishTemplate(ctx: Ctx<ProjectScope>, fields: PublishFields): Promise<TemplateRow> {
  const { projectId, programId } = ctx.scope
  // One publication of a name at a time, so that two cannot both be its next version.
  await lockByName(ctx, 'templateName', fields.name)
  const newest = await findNewestVersion(ctx, fields.name)
  refuseUnless(newest === undefined || isYes(fields.new_version), () =>
    nameTaken({ id: newest?.is_visible ? newest.id : null, version: newest?.version ?? 1 }),
  )
  const structure = await extractStructure(ctx, projectId)
  const template = ctx.em.create(ProjectTemplate, {
    id: newId(),
    name: fields.name,
    version: (newest?.version ?? 0) + 1,
    description: fields.description ?? '',
    source_kind: fields.source_kind ?? 'workspace',
    methodology: (await loadProjectFacts(ctx, projectId)).methodology,
    structure,
    counts: countStructure(structure),
    program_id: programId,
    source_project_id: projectId,
    supersedes_id: newest?.is_visible ? newest.id : null,
    published_by_id: actingAccount(ctx).id,
    published_at: ctx.services.clock.now(),
  })
  await ctx.em.flush()
  await recordAuditEvent(ctx, {
    eventType: 'template_published',
    target: { type: 'template', id: template.id, label: template.name },
    metadata: { version: template.version, project: projectId },
  })
  return loadTemplate(ctx, template.id)
}

function isYes(value: unknown): boolean {
  return value === true || value === 'true' || value === '1'
}
