import type { ProgramScope } from '../../access/program-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockProgramRow } from '../lock-program-row.ts'
import {
  deleteStakeholderRow,
  findStakeholder,
  insertStakeholder,
  isAddressTaken,
  type StakeholderRow,
  saveStakeholder,
} from './stakeholder.queries.ts'
import type { StakeholderInput } from './stakeholder.schema.ts'

/** Puts somebody down who has a stake in the program; each address once, because stakeholders are counted. */
export async function createStakeholder(ctx: Ctx<ProgramScope>, input: StakeholderInput): Promise<StakeholderRow> {
  const { id: program_id } = await lockProgramRow(ctx, ctx.scope.programId)
  await checkAddress(ctx, input.email, null)
  const id = newId()
  const { name, email, note = '' } = input
  await insertStakeholder(ctx, { id, program_id, name, email, note, created_by_id: actorId(ctx) })
  return loadStakeholder(ctx, id)
}

export async function updateStakeholder(
  ctx: Ctx<ProgramScope>,
  id: string,
  input: Partial<StakeholderInput>,
): Promise<StakeholderRow> {
  await lockProgramRow(ctx, ctx.scope.programId)
  const row = await loadStakeholder(ctx, id)
  const { name = row.name, email = row.email, note = row.note } = input
  if (name === row.name && email === row.email && note === row.note) return row
  await checkAddress(ctx, email, id)
  await saveStakeholder(ctx, id, { name, email, note, updated_at: ctx.services.clock.now() })
  return loadStakeholder(ctx, id)
}

export async function deleteStakeholder(ctx: Ctx<ProgramScope>, id: string): Promise<void> {
  await lockProgramRow(ctx, ctx.scope.programId)
  await loadStakeholder(ctx, id)
  refuseUnless(await deleteStakeholderRow(ctx, id), notFound)
}

export async function loadStakeholder(ctx: Ctx<ProgramScope>, id: string): Promise<StakeholderRow> {
  const row = await findStakeholder(ctx, id)
  refuseUnless(row, notFound)
  return row
}

async function checkAddress(ctx: Ctx<ProgramScope>, email: string, ownId: string | null): Promise<void> {
  const isTaken = await isAddressTaken(ctx, email, ownId)
  refuseUnless(!isTaken, () => fieldError('email', 'Somebody with this address is put down already.'))
}
