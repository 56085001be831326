import { actingAccount, type Ctx } from '../platform/context.ts'
import { Refusal, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import { taskLinkCreated, taskLinkDeleted, taskLinkUpdated } from './link.events.ts'
import { insertLink, type LinkRow, loadLink, loadLinkCount, saveLink } from './link.queries.ts'
import type { LinkChanges, LinkInput } from './link.schema.ts'
import { resolveProvider } from './resolve-provider.ts'

/** The list is sent as a whole, so that it must end somewhere. */
const MAX_LINKS_OF_TASK = 200
const MAX_ORDER = 2_147_483_647
/** What was learned of another address. */
const NOTHING_FETCHED = {
  title: '',
  status: 'unknown',
  description: '',
  thumbnail_url: '',
  preview_type: '',
  fetched_at: null,
}

/** A link behind the others unless a place is named. The other side is not asked here. */
export async function createLink(ctx: Ctx<ProjectTaskScope>, input: LinkInput): Promise<LinkRow> {
  const { projectId, taskId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const { count, last_order: last } = await loadLinkCount(ctx)
  refuseUnless(count < MAX_LINKS_OF_TASK, () => new Refusal(400, `A task has at most ${MAX_LINKS_OF_TASK} links.`))
  const id = newId()
  await insertLink(ctx, {
    id,
    sync_seq: syncSeq,
    url: input.url,
    provider: resolveProvider(input.url),
    custom_title: input.custom_title ?? '',
    labels: input.labels ?? [],
    display_order: input.display_order ?? Math.min((last ?? -1) + 1, MAX_ORDER),
    created_by_id: actingAccount(ctx).id,
    created_at: ctx.services.clock.now(),
  })
  emit(ctx, taskLinkCreated, { projectId, payload: { id, task_id: taskId } })
  return loadLink(ctx, id)
}

/** Changes what was sent. Another address is another thing: what was learned of the old one goes. */
export async function updateLink(ctx: Ctx<ProjectTaskScope>, id: string, input: LinkChanges): Promise<LinkRow> {
  const { projectId, taskId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const stored = await loadLink(ctx, id)
  const isMoved = input.url !== undefined && input.url !== stored.url
  const moved = isMoved ? { provider: resolveProvider(input.url as string), ...NOTHING_FETCHED } : {}
  await saveLink(ctx, id, { ...input, ...moved, sync_seq: syncSeq })
  emit(ctx, taskLinkUpdated, { projectId, payload: { id, task_id: taskId } })
  return loadLink(ctx, id)
}

export async function deleteLink(ctx: Ctx<ProjectTaskScope>, id: string): Promise<void> {
  const { projectId, taskId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  await loadLink(ctx, id)
  await saveLink(ctx, id, { sync_seq: syncSeq, is_deleted: true, deleted_at: ctx.services.clock.now() })
  emit(ctx, taskLinkDeleted, { projectId, payload: { id, task_id: taskId } })
}
