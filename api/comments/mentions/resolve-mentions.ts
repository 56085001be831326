import type { RoleGroupKey } from '../../access/automatic-groups.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { reachGroups } from './mention.hooks.ts'
import {
  findMembersInBand,
  findMembersNamed,
  findProgramMembersInBand,
  findProgramRole,
  type Recipient,
  type RoleBand,
} from './mention.queries.ts'

const MAX_RECIPIENTS_OF_ALL = 200
const HIGHEST_ROLE = 32_767

interface AutomaticGroup extends RoleBand {
  readonly of: 'project' | 'program'
  /** Reaches everybody, so that only managers may use it, and only where that is not too many. */
  readonly isForAll?: true
}

const upFrom = (role: number): RoleBand => ({ from: role, to: HIGHEST_ROLE })

/** Groups that follow from roles. Their keys are taken in any case; each is "this role and up" unless it says otherwise. */
const AUTOMATIC_GROUPS: Readonly<Record<RoleGroupKey, AutomaticGroup>> = {
  owners: { of: 'project', ...upFrom(ROLE.owner) },
  admins: { of: 'project', ...upFrom(ROLE.manager) },
  schedulers: { of: 'project', ...upFrom(ROLE.scheduler) },
  members: { of: 'project', ...upFrom(ROLE.member) },
  viewers: { of: 'project', ...upFrom(ROLE.viewer) },
  all: { of: 'project', ...upFrom(ROLE.viewer), isForAll: true },
  'program-pms': { of: 'program', ...upFrom(ROLE.manager) },
  'program-schedulers': { of: 'program', ...upFrom(ROLE.scheduler) },
  'program-stakeholders': { of: 'program', from: ROLE.viewer, to: ROLE.viewer },
  'program-all': { of: 'program', ...upFrom(ROLE.viewer), isForAll: true },
}

/** Whom a text mentions: people by their own name before the groups that they are in, and never who writes. */
export async function resolveMentions(ctx: Ctx<ProjectScope>, names: readonly string[]): Promise<Recipient[]> {
  if (names.length === 0) return []
  const named = await findMembersNamed(ctx, ctx.scope, names)
  const found = new Map(named.map((person) => [person.account_id, '']))
  const usernames = new Set(named.map((person) => person.username))
  const others = names.filter((name) => !usernames.has(name))
  const keys = [...new Set(others.map((name) => name.toLowerCase()))]
  const made = await madeGroups(ctx, keys)
  refuseUnresolved(ctx, others, made)
  for (const key of keys) {
    const reached = made.get(key) ?? (await recipientsOf(ctx, key))
    for (const accountId of reached) if (!found.has(accountId)) found.set(accountId, key)
  }
  found.delete(actingAccount(ctx).id)
  return [...found].map(([account_id, group_key]) => ({ account_id, group_key }))
}

type ReachedGroups = ReadonlyMap<string, readonly string[]>

/** Whom groups of people's own making reach, by key: those of the project before those of its program. */
async function madeGroups(ctx: Ctx<ProjectScope>, keys: readonly string[]): Promise<ReachedGroups> {
  const asked = keys.filter((key) => !isAutomatic(key))
  if (asked.length === 0) return new Map()
  const { projectId, programId } = ctx.scope
  const made = await reachGroups(ctx, { projectId, programId, keys: asked })
  return new Map(made.toReversed().map(({ key, accountIds }) => [key, accountIds]))
}

const isAutomatic = (key: string): key is RoleGroupKey => Object.hasOwn(AUTOMATIC_GROUPS, key)

function groupOf(ctx: Ctx<ProjectScope>, key: string): AutomaticGroup | undefined {
  const group = isAutomatic(key) ? AUTOMATIC_GROUPS[key] : undefined
  return group?.of === 'program' && ctx.scope.programId === null ? undefined : group
}

/** A name that reaches nobody would look as if it had: the comment is refused as a whole. */
function refuseUnresolved(ctx: Ctx<ProjectScope>, names: readonly string[], made: ReachedGroups): void {
  const isKnown = (key: string) => made.has(key) || groupOf(ctx, key) !== undefined
  const unresolved = names.filter((name) => !isKnown(name.toLowerCase()))
  if (unresolved.length === 0) return
  const isGroup = (name: string) => isAutomatic(name.toLowerCase())
  throw new Refusal(400, `Nobody is called ${unresolved.map((name) => `@${name}`).join(', ')} here.`, {
    extra: {
      skipped_users: unresolved.filter((name) => !isGroup(name)),
      skipped_groups: unresolved.filter(isGroup),
    },
  })
}

async function recipientsOf(ctx: Ctx<ProjectScope>, key: string): Promise<readonly string[]> {
  const group = groupOf(ctx, key) as AutomaticGroup
  if (group.isForAll) await refuseUnlessManager(ctx, key, group)
  const people =
    group.of === 'project'
      ? await findMembersInBand(ctx, ctx.scope, group)
      : await findProgramMembersInBand(ctx, ctx.scope.programId as string, group)
  refuseUnless(!group.isForAll || people.length <= MAX_RECIPIENTS_OF_ALL, () => tooMany(key))
  return people.map((person) => person.account_id)
}

async function refuseUnlessManager(ctx: Ctx<ProjectScope>, key: string, { of }: AutomaticGroup): Promise<void> {
  const { role, programId } = ctx.scope
  const held = of === 'project' ? role : await findProgramRole(ctx, programId as string, actingAccount(ctx).id)
  refuseUnless(atLeast(held, ROLE.manager), () => {
    return new Refusal(400, `Only Project Managers mention @${key}.`, skipped(key))
  })
}

function tooMany(key: string): Refusal {
  return new Refusal(400, `@${key} would reach more than ${MAX_RECIPIENTS_OF_ALL} people.`, skipped(key))
}

function skipped(key: string) {
  return { extra: { skipped_users: [], skipped_groups: [key] } }
}
