import type { z } from 'zod'
import type { ProjectScope } from '../access/project-scope.ts'
import { loadWorkspace } from '../levels/load-workspace.ts'
import { Program } from '../levels/program.entity.ts'
import { resolveSettings } from '../levels/resolve-settings.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { fieldError } from '../platform/errors.ts'
import { hashToken, newId, newSecret } from '../platform/ids.ts'
import { Project } from '../projects/project.entity.ts'
import { sharingIsOff } from './share.errors.ts'
import type { ListedLink } from './share.present.ts'
import type { mintLinkBody } from './share.schema.ts'
import { ShareLink } from './share-link.entity.ts'
import { findPersonNames, listShareLinks, loadShareLink } from './share-link.queries.ts'

/** Whether the project, its program and the workspace let it be shared in public. */
export async function isShareable(ctx: Pick<Ctx, 'em'>, project: Project): Promise<boolean> {
  const program = project.program_id ? await ctx.em.findOne(Program, { id: project.program_id }) : null
  return resolveSettings(project, program, await loadWorkspace(ctx)).effective.public_sharing
}

/** A new link. Its token is in this reply only. */
export async function mintLink(
  ctx: Ctx<ProjectScope>,
  input: z.output<typeof mintLinkBody>,
): Promise<ListedLink & { token: string }> {
  const project = await ctx.em.findOneOrFail(Project, { id: ctx.scope.projectId })
  if (!ctx.services.config.publicBoardSharingEnabled || !(await isShareable(ctx, project))) throw sharingIsOff()
  const now = ctx.services.clock.now()
  const expiresAt = input.expires_at == null ? null : new Date(input.expires_at)
  if (expiresAt !== null && expiresAt <= now) throw fieldError('expires_at', 'Must lie in the future.')
  const token = newSecret(32)
  const account = actingAccount(ctx)
  const link = ctx.em.create(ShareLink, {
    id: newId(),
    project_id: ctx.scope.projectId,
    content_kind: input.content_kind,
    token_hash: hashToken(token),
    token_prefix: token.slice(0, 12),
    label: input.label,
    show_assignees: input.show_assignees,
    show_milestone_dates: input.show_milestone_dates,
    show_forecast: input.show_forecast,
    created_by_id: account.id,
    created_at: now,
    expires_at: expiresAt,
    access_count: 0,
  })
  await ctx.em.flush()
  return { link, createdBy: account.displayName, token }
}

/** Newest first, ended ones included. */
export async function listLinks(ctx: Ctx<ProjectScope>): Promise<ListedLink[]> {
  const links = await listShareLinks(ctx)
  return withNames(ctx, links)
}

/** Ends a link for good; again is the same as once. */
export async function revokeLink(ctx: Ctx<ProjectScope>, linkId: string): Promise<ListedLink> {
  const link = await loadShareLink(ctx, linkId)
  link.revoked_at ??= ctx.services.clock.now()
  await ctx.em.flush()
  return (await withNames(ctx, [link]))[0]!
}

async function withNames(ctx: Ctx<unknown>, links: readonly ShareLink[]): Promise<ListedLink[]> {
  const creatorIds = new Set(links.flatMap((link) => link.created_by_id ?? []))
  const names = await findPersonNames(ctx, [...creatorIds])
  return links.map((link) => ({ link, createdBy: names.get(link.created_by_id ?? '') ?? null }))
}
