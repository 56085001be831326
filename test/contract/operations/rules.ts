/** The rules that the lines of the table are written with: who may, and what everybody else is told. */
import type { Caller, Site, State } from '../world.ts'

/** `done`: any 2xx; else the status of the refusal. */
export type Outcome = 'done' | number
type Json = Readonly<Record<string, unknown>>

export interface Operation {
  /** On rows of a project or program, so that their state matters. */
  readonly isScoped: boolean
  /** Takes long (a password is hashed, a plan loaded): asked by one caller of each kind and outcome. */
  readonly slow?: true
  /** Public for whoever knows the address: a hidden row does not read like an absent one. */
  readonly public?: true
  /** Meant for tokens of projects and programs, so that those of every site ask. */
  readonly byTokens?: true
  readonly expect: (caller: Caller, state: State, isWrite: boolean) => Outcome
  /** The path when the parameters are not found by their place in it. */
  readonly path?: (ids: Site['ids']) => string
  readonly query?: (ids: Site['ids']) => string
  readonly body?: (ids: Site['ids'], state: Site['state']) => Json
  readonly upload?: { readonly name: string; readonly bytes: string; readonly type?: string }
}

export type Operations = Readonly<Record<string, Operation>>

export interface Rule extends Partial<Pick<Operation, 'path' | 'query' | 'body' | 'upload' | 'slow'>> {
  /** Belongs to a view that an `mcp:read` token may read; writing there is refused as a matter of policy. */
  readonly agent?: true
  /** Signed-in people only: every token is refused. */
  readonly session?: true
  /** Works on an archived project or a closed program. */
  readonly archived?: 'allowed'
  /** What somebody reads who cannot see the row; 404 unless the row is named by a field or the answer is a list. */
  readonly hidden?: Outcome
  /** What those below the floor read. */
  readonly below?: number
  /** What permitted callers get in a state where there is nothing to do. */
  readonly inState?: Partial<Record<State, Outcome>>
}

/** The refusal that needs no row: bad credentials, or a token on a surface that is not its own. */
export function refusedAtTheDoor(caller: Caller, rule: Rule, isWrite: boolean): number | null {
  if (caller.kind === 'anonymous' || caller.kind === 'inactive') return 401
  if (caller.kind === 'integration') return rule.session ? 403 : 401
  if (rule.session && caller.kind !== 'agent') return caller.kind === 'session' ? null : 403
  if (caller.kind !== 'agent') return null
  if (!rule.agent) return 401
  return isWrite ? 403 : null
}

function request({ path, query, body, upload, slow }: Rule): Omit<Operation, 'isScoped' | 'expect'> {
  const sent = { ...(path && { path }), ...(query && { query }), ...(body && { body }), ...(upload && { upload }) }
  return { ...sent, ...(slow && { slow }) }
}

/** No credentials are looked at: everybody reads the same. */
export const open = (outcome: Outcome = 'done', rule: Rule = {}): Operation => ({
  ...request(rule),
  isScoped: false,
  expect: () => outcome,
})

/** Of the workspace as a whole, by a rule about the account. */
export const account = (
  rule: Rule = {},
  may: (caller: Caller) => boolean = () => true,
  otherwise: number = 403,
): Operation => ({
  ...request(rule),
  isScoped: false,
  expect: (caller, _state, isWrite) =>
    refusedAtTheDoor(caller, rule, isWrite) ?? (may(caller) ? (rule.inState?.active ?? 'done') : otherwise),
})

export const workspace = (floor: number, rule: Rule = {}) =>
  account(rule, (caller) => (caller.workspaceRole ?? 0) >= floor)
/** Shared catalogs: a Project Manager of a project in use, or a superuser. */
export const catalog = (rule: Rule = {}) =>
  account(rule, (caller) => (caller.projectRole ?? 0) >= 300 || caller.isSuperuser)

type Role = 'projectRole' | 'programRole'

function scoped(role: Role, may: (caller: Caller) => boolean, rule: Rule): Operation {
  const hidden = rule.hidden ?? 404
  // Closing a program leaves its projects as they are, and archiving a project its program.
  const readOnlyState = role === 'projectRole' ? 'archived' : 'closed'
  return {
    ...request(rule),
    isScoped: true,
    expect: (caller, state, isWrite) => {
      const refused = refusedAtTheDoor(caller, rule, isWrite)
      if (refused !== null) return refused
      if (caller[role] === null) return hidden
      if (state === 'trashed') return rule.inState?.trashed ?? hidden
      if (isWrite && state === readOnlyState && !rule.archived) return 403
      return may(caller) ? (rule.inState?.[state] ?? 'done') : (rule.below ?? 403)
    },
  }
}

export const project = (floor: number, rule: Rule = {}) =>
  scoped('projectRole', (caller) => (caller.projectRole ?? 0) >= floor, rule)
export const program = (floor: number, rule: Rule = {}) =>
  scoped('programRole', (caller) => (caller.programRole ?? 0) >= floor, rule)
/** Team Members and above, but never the Resource Manager band. */
export const author = (rule: Rule = {}) =>
  scoped('projectRole', ({ projectRole }) => projectRole === 100 || (projectRole ?? 0) >= 300, rule)
/** Project Managers on any task, a Team Member on tasks assigned to them. */
export const editRule = (rule: Rule = {}) =>
  scoped('projectRole', (caller) => (caller.projectRole ?? 0) >= 300 || caller.isAssignee, rule)

/** Whoever knows the link reads it while there is something to read. */
export const shared = (): Operation => ({
  isScoped: true,
  public: true,
  expect: (_caller, state) => (state === 'trashed' ? 410 : 'done'),
})

/** Tokens of the project and of its program; everybody else is nobody there. A deleted project has no tokens. */
export const ingest = (rule: Rule): Operation => ({
  ...request(rule),
  isScoped: true,
  byTokens: true,
  expect: (caller, state) => {
    if (caller.kind !== 'integration' || caller.home !== state || state === 'trashed') return 401
    return state === 'archived' ? 403 : 'done'
  },
})
/** Whoever wrote it, who is the assignee in every site, as long as they are a Team Member. */
export const authorOnly = (rule: Rule = {}) => scoped('projectRole', (caller) => caller.isAssignee, rule)
