import type { Ctx } from '../platform/context.ts'
import { fieldError, notFound } from '../platform/errors.ts'
import type { RawInput } from '../platform/http/route.ts'
import { isUuid } from '../platform/ids.ts'
import { findProjectWithRole } from './scope.queries.ts'

/** The project a request is about, with what its policies ask for. Queries take it as their first parameter. */
export interface ProjectScope {
  readonly kind: 'project'
  readonly projectId: string
  readonly programId: string | null
  readonly code: string
  /** The caller's role in the project; null for the system, which may do everything. */
  readonly role: number | null
  readonly isArchived: boolean
  /** Archived: every write is 403 unless the route says otherwise. */
  readonly isReadOnly: boolean
}

/** What a statement read of a project beside what it looked for. */
export interface ProjectRow {
  readonly project_id: string
  readonly program_id: string | null
  readonly code: string
  readonly role: number | null
  readonly is_archived: boolean
}

/** The scope that a row of the project's own stands for: a sprint, a task, a note names its project so. */
export function projectScopeOf({ project_id, program_id, code, role, is_archived }: ProjectRow): ProjectScope {
  return {
    kind: 'project',
    projectId: project_id,
    programId: program_id,
    code,
    role,
    isArchived: is_archived,
    isReadOnly: is_archived,
  }
}

/** The project when the caller is a member; undefined for absent and hidden alike. */
export async function findProjectScope(ctx: Ctx<unknown>, projectId: string): Promise<ProjectScope | undefined> {
  const row = await findProjectWithRole(ctx, projectId)
  if (!row || (row.role === null && ctx.actor.kind !== 'system')) return undefined
  return projectScopeOf({ ...row, project_id: row.id })
}

export async function loadProjectScope(ctx: Ctx<unknown>, projectId: string): Promise<ProjectScope> {
  const scope = await findProjectScope(ctx, projectId)
  if (!scope) throw notFound()
  return scope
}

/** Scope of a route whose path names the project: `projectScope('id')` for /projects/{id}/…. */
export function projectScope(param = 'id'): (ctx: Ctx, raw: RawInput) => Promise<ProjectScope> {
  return (ctx, raw) => loadProjectScope(ctx, raw.params[param] ?? '')
}

/**
 * Scope of a write whose body names the project. Absent, malformed and invisible projects are field errors on
 * `project`; the last two read alike.
 */
export function projectScopeOfBody(ctx: Ctx, raw: RawInput): Promise<ProjectScope> {
  return namedProject(ctx, (raw.body as { project?: unknown } | null | undefined)?.project)
}

/** The same of a read whose query names it. */
export function projectScopeOfQuery(ctx: Ctx, raw: RawInput): Promise<ProjectScope> {
  return namedProject(ctx, raw.query.project)
}

async function namedProject(ctx: Ctx, projectId: unknown): Promise<ProjectScope> {
  if (projectId === undefined) throw fieldError('project', 'This field is required.')
  if (typeof projectId !== 'string' || !isUuid(projectId)) throw fieldError('project', 'Must be a valid UUID.')
  const scope = await findProjectScope(ctx, projectId)
  if (!scope) throw fieldError('project', 'Object does not exist.')
  return scope
}

/** Runs a rule outside a request (jobs, importers) with the rights of the system. */
export async function systemProjectScope(ctx: Ctx<unknown>, projectId: string): Promise<Ctx<ProjectScope>> {
  return withScope(ctx, await loadProjectScope(ctx, projectId))
}

/** The same context on another scope; consequences still collect in one place. */
export function withScope<S>(ctx: Ctx<unknown>, scope: S): Ctx<S> {
  return { ...ctx, scope }
}
