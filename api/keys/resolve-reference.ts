import { actingAccount, type Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { notFound } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { foldKey, type KeyKind } from './key-forms.ts'

export interface ResolvedReference {
  type: 'project' | 'program' | 'task'
  id: string
  projectId: string | null
  programId: string | null
  /** The live key, whatever alias was asked for. */
  key: string
  canonicalRef: string
}

interface ObjectRow {
  id: string
  program_id: string | null
  code: string
}

const ITEM_REFERENCE = /^(.+)-(T|SP|R)-([0-9]{1,9})$/i

/** What a reference names, among what the caller is a member of; everything else is one and the same 404. */
export async function resolveReference(ctx: Ctx, input: { kind: KeyKind; ref: string }): Promise<ResolvedReference> {
  const ref = input.ref.trim()
  const found = input.kind === 'program' ? await resolveProgram(ctx, ref) : await resolveInProject(ctx, ref)
  if (!found) throw notFound()
  return found
}

async function resolveProgram(ctx: Ctx, ref: string): Promise<ResolvedReference | undefined> {
  const row = await sqlOne<ObjectRow>(
    ctx,
    `select p.id, p.id as program_id, p.code from programs p
     join program_members m on m.program_id = p.id and m.account_id = $1 and not m.is_deleted
     where p.id = ${objectId('program')} and not p.is_deleted`,
    [actingAccount(ctx).id, ...keyOrId(ref)],
  )
  return (
    row && { type: 'program', id: row.id, projectId: null, programId: row.id, key: row.code, canonicalRef: row.code }
  )
}

/** A whole key wins over a reference into a project: older keys may have hyphens. */
async function resolveInProject(ctx: Ctx, ref: string): Promise<ResolvedReference | undefined> {
  const project = await findProject(ctx, ref)
  if (project) return { ...place(project), type: 'project', id: project.id, canonicalRef: project.code }
  const parts = ITEM_REFERENCE.exec(ref)
  if (!parts) return undefined
  const [, key = '', letter = '', number = ''] = parts
  const holder = await findProject(ctx, key)
  if (!holder || letter.toUpperCase() !== 'T') return undefined
  const task = await sqlOne<{ id: string; number: number }>(
    ctx,
    'select id, number from tasks where project_id = $1 and number = $2 and not is_deleted',
    [holder.id, Number(number)],
  )
  return task && { ...place(holder), type: 'task', id: task.id, canonicalRef: `${holder.code}-T-${task.number}` }
}

function findProject(ctx: Ctx, ref: string): Promise<ObjectRow | undefined> {
  return sqlOne<ObjectRow>(
    ctx,
    `select p.id, p.program_id, p.code from projects p
     join project_members m on m.project_id = p.id and m.account_id = $1 and not m.is_deleted
     where p.id = ${objectId('project')} and not p.is_deleted`,
    [actingAccount(ctx).id, ...keyOrId(ref)],
  )
}

/** Parameters 2 and 3 of a query: an id as it is, else a key to look up. */
function keyOrId(ref: string): [string | null, string] {
  return [isUuid(ref) ? ref : null, foldKey(ref)]
}

function objectId(kind: KeyKind): string {
  return `coalesce($2::uuid, (select object_id from issued_keys where kind = '${kind}' and folded_key = $3))`
}

function place(project: ObjectRow): Pick<ResolvedReference, 'projectId' | 'programId' | 'key'> {
  return { projectId: project.id, programId: project.program_id, key: project.code }
}
