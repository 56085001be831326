import type { ProjectScope } from '../../access/project-scope.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/queue/define-job.ts'
import { TemplateApplication } from '../template.entity.ts'
import { unreadableTemplate } from '../template.errors.ts'
import { loadVisibleStructure } from '../template.queries.ts'
import { readStructure } from '../template-structure.ts'
import { applicationWork } from './application.work.ts'

/** Stores that the template is to be applied to the scope's project, with the job that does it. */
export async function requestApplication(ctx: Ctx<ProjectScope>, templateId: string): Promise<TemplateApplication> {
  const stored = await loadVisibleStructure(ctx, templateId)
  refuseUnless(readStructure(stored), unreadableTemplate)
  const application = ctx.em.create(TemplateApplication, {
    id: newId(),
    template_id: templateId,
    project_id: ctx.scope.projectId,
    applied_by_id: actingAccount(ctx).id,
    status: 'pending',
    error_detail: '',
    created_task_ids: [],
    created_at: ctx.services.clock.now(),
  })
  await ctx.em.flush()
  enqueue(ctx, applicationWork.job, { id: application.id })
  return application
}
