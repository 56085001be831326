import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { ResolvedReference } from './key.schema.ts'
import type { KeyKind } from './key-forms.ts'
import {
  findOwnProgram,
  findOwnProject,
  findRiskByNumber,
  findSprintByNumber,
  findTaskByNumber,
} from './reference.queries.ts'

const ITEM_REFERENCE = /^(.+)-(T|SP|R)-([0-9]{1,9})$/i
/** What the letters of a reference into a project stand for. */
const ITEM_KINDS: Readonly<Record<string, { type: 'task' | 'sprint' | 'risk'; find: typeof findTaskByNumber }>> = {
  T: { type: 'task', find: findTaskByNumber },
  SP: { type: 'sprint', find: findSprintByNumber },
  R: { type: 'risk', find: findRiskByNumber },
}

/** What a reference names, among what the caller is a member of; everything else is one and the same 404. */
export async function resolveReference(ctx: Ctx, input: { kind: KeyKind; ref: string }): Promise<ResolvedReference> {
  const ref = input.ref.trim()
  const found = input.kind === 'program' ? await resolveProgram(ctx, ref) : await resolveInProject(ctx, ref)
  if (!found) throw notFound()
  return found
}

async function resolveProgram(ctx: Ctx, ref: string): Promise<ResolvedReference | undefined> {
  const program = await findOwnProgram(ctx, ref)
  if (!program) return undefined
  const { id, code } = program
  return { type: 'program', id, project_id: null, program_id: id, key: code, canonical_ref: code }
}

/** A whole key wins over a reference into a project: older keys may have hyphens. */
async function resolveInProject(ctx: Ctx, ref: string): Promise<ResolvedReference | undefined> {
  const project = await findOwnProject(ctx, ref)
  if (project) return { ...placeIn(project), type: 'project', id: project.id, canonical_ref: project.code }
  const parts = ITEM_REFERENCE.exec(ref)
  if (!parts) return undefined
  const [, key = '', letter = '', number = ''] = parts
  const holder = await findOwnProject(ctx, key)
  if (!holder) return undefined
  const kind = ITEM_KINDS[letter.toUpperCase()]
  const item = await kind?.find(ctx, holder.id, Number(number))
  if (!kind || !item) return undefined
  const canonical_ref = `${holder.code}-${letter.toUpperCase()}-${item.number}`
  return { ...placeIn(holder), type: kind.type, id: item.id, canonical_ref }
}

function placeIn(project: { id: string; program_id: string | null; code: string }) {
  return { project_id: project.id, program_id: project.program_id, key: project.code }
}
