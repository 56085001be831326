import { PROGRAM_IS_CLOSED } from '../access/program-scope.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { fieldError, forbidden, notFound, refuseUnless } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { announceGroup } from './mention-group.events.ts'
import {
  deleteStanding,
  type GroupRow,
  insertGroup,
  insertStanding,
  isNameTaken,
  loadGroup,
  lockProgramOf,
  mayJoin,
  saveGroup,
} from './mention-group.queries.ts'
import type { GroupInput, GroupPatch } from './mention-group.schema.ts'
import type { GroupScope } from './mention-group.scope.ts'

/** One write a time on the groups of a project, or of a program. */
async function lockPlace(ctx: Ctx<GroupScope>): Promise<void> {
  const { scope } = ctx
  if (scope.kind === 'project') {
    await lockProject(ctx, scope.projectId)
    return
  }
  const program = await lockProgramOf(ctx, scope)
  refuseUnless(program, notFound)
  refuseUnless(!program.is_closed, () => forbidden(PROGRAM_IS_CLOSED))
}

export async function createGroup(ctx: Ctx<GroupScope>, input: GroupInput): Promise<GroupRow> {
  await lockPlace(ctx)
  await checkName(ctx, input.name, null)
  const id = newId()
  const { scope } = ctx
  await insertGroup(ctx, {
    id,
    project_id: scope.kind === 'project' ? scope.projectId : null,
    program_id: scope.kind === 'program' ? scope.programId : null,
    folded_name: input.name.toLowerCase(),
    created_at: ctx.services.clock.now(),
    ...input,
  })
  await announceGroup(ctx, id, 'created')
  return loadGroup(ctx, id)
}

export async function updateGroup(ctx: Ctx<GroupScope>, id: string, input: GroupPatch): Promise<GroupRow> {
  await lockPlace(ctx)
  const stored = await loadGroup(ctx, id)
  if (input.name !== undefined) await checkName(ctx, input.name, id)
  await saveGroup(ctx, id, { ...input, folded_name: (input.name ?? stored.name).toLowerCase() })
  await announceGroup(ctx, id, 'updated')
  return loadGroup(ctx, id)
}

export async function deleteGroup(ctx: Ctx<GroupScope>, id: string): Promise<void> {
  await lockPlace(ctx)
  await loadGroup(ctx, id)
  await saveGroup(ctx, id, { is_deleted: true, deleted_at: ctx.services.clock.now() })
  await announceGroup(ctx, id, 'deleted')
}

/** Puts somebody into the group; who is in it already stays so, and nothing is told. */
export async function addMember(ctx: Ctx<GroupScope>, id: string, accountId: string): Promise<GroupRow> {
  const row = await membership(ctx, id, accountId)
  if (await insertStanding(ctx, 'mention_group_members', row)) await membershipChanged(ctx, id, 'member_added')
  return loadGroup(ctx, id)
}

/** The reverse; who has left the project is no longer shown in the group and cannot be named here. */
export async function removeMember(ctx: Ctx<GroupScope>, id: string, accountId: string): Promise<GroupRow> {
  const row = await membership(ctx, id, accountId)
  if (await deleteStanding(ctx, 'mention_group_members', row)) await membershipChanged(ctx, id, 'member_removed')
  return loadGroup(ctx, id)
}

/**
 * Whether the caller is told when the group is mentioned. It is nobody else's matter and no new version of the group; the
 * frame says `updated`, so that other windows of the caller read it anew, and not by whom.
 */
export async function setMuted(ctx: Ctx<GroupScope>, id: string, isMuted: boolean): Promise<GroupRow> {
  await lockPlace(ctx)
  await loadGroup(ctx, id)
  const row = { group_id: id, account_id: actingAccount(ctx).id, created_at: ctx.services.clock.now() }
  const isChanged = isMuted
    ? await insertStanding(ctx, 'mention_group_mutes', row)
    : await deleteStanding(ctx, 'mention_group_mutes', row)
  if (isChanged) await announceGroup(ctx, id, 'updated')
  return loadGroup(ctx, id)
}

/** Names are one whatever their case. */
async function checkName(ctx: Ctx<GroupScope>, name: string, ownId: string | null): Promise<void> {
  refuseUnless(!(await isNameTaken(ctx, name.toLowerCase(), ownId)), () =>
    fieldError('name', 'A group of this name exists already.'),
  )
}

/** Unknown people and those who are no member of the project are refused alike. */
async function membership(ctx: Ctx<GroupScope>, id: string, accountId: string) {
  await lockPlace(ctx)
  await loadGroup(ctx, id)
  refuseUnless(await mayJoin(ctx, id, accountId), () => fieldError('user', 'Object does not exist.'))
  return { group_id: id, account_id: accountId, created_at: ctx.services.clock.now() }
}

async function membershipChanged(ctx: Ctx<GroupScope>, id: string, change: 'member_added' | 'member_removed') {
  await saveGroup(ctx, id)
  await announceGroup(ctx, id, change)
}
