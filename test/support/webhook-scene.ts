import { systemProjectScope } from '../../api/access/project-scope.ts'
import type { Services } from '../../api/platform/context.ts'
import { emit } from '../../api/platform/events/define-event.ts'
import { taskCreated } from '../../api/tasks/task.events.ts'
import { createWebhook } from '../../api/webhooks/write-webhook.ts'

/** A webhook that hears of created tasks; returns its id. */
export async function addWebhook(services: Services, projectId: string, url: string, secret: string): Promise<string> {
  return services.systemContext(async (ctx) => {
    const scoped = await systemProjectScope(ctx, projectId)
    return (await createWebhook(scoped, { url, events: ['task.created'], secret })).row.id
  })
}

/** Tells of so many created tasks in one transaction. */
export async function tellTasks(services: Services, projectId: string, ids: readonly string[]): Promise<void> {
  await services.systemContext(async (ctx) => {
    for (const id of ids)
      emit(ctx, taskCreated, {
        projectId,
        payload: { id },
        webhookPayload: { id, project: projectId, name: 'Größe 😀' },
      })
  })
}
