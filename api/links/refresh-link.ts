import type { Ctx } from '../platform/context.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import { taskLinkUpdated } from './link.events.ts'
import { askLinked, type LinkPreview, noteCredentialUse } from './link.hooks.ts'
import { type LinkRow, loadLink, saveLink } from './link.queries.ts'
import { resolveProvider } from './resolve-provider.ts'

/** What the other side says, with the address that was asked. */
export interface Asked {
  readonly url: string
  readonly preview: LinkPreview
}

/** Asks the other side of a link, while nobody waits for a row. */
export async function askAhead(ctx: Ctx<ProjectTaskScope>, id: string): Promise<Asked> {
  const { url } = await loadLink(ctx, id)
  return { url, preview: await askLinked(ctx, { url, provider: resolveProvider(url) }) }
}

/** Stores what was said. An address that was changed meanwhile keeps what is known of it. */
export async function refreshLink(ctx: Ctx<ProjectTaskScope>, id: string, { url, preview }: Asked): Promise<LinkRow> {
  const { projectId, taskId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const stored = await loadLink(ctx, id)
  if (stored.url !== url) return stored
  const { credential, ...said } = preview
  await saveLink(ctx, id, { ...said, fetched_at: ctx.services.clock.now(), sync_seq: syncSeq })
  if (credential !== null) await noteCredentialUse(ctx, { provider: credential })
  emit(ctx, taskLinkUpdated, { projectId, payload: { id, task_id: taskId } })
  return loadLink(ctx, id)
}
