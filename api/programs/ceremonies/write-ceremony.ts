import type { ProgramScope } from '../../access/program-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockProgramRow } from '../lock-program-row.ts'
import {
  type CeremonyRow,
  deleteCeremonyRow,
  findCeremony,
  insertCeremony,
  isNameTaken,
  saveCeremony,
} from './ceremony.queries.ts'
import type { CeremonyInput } from './ceremony.schema.ts'

/** Adds a meeting; names are unique in a program whatever their case. */
export async function createCeremony(ctx: Ctx<ProgramScope>, input: CeremonyInput): Promise<CeremonyRow> {
  const { id: program_id } = await lockProgramRow(ctx, ctx.scope.programId)
  const id = newId()
  const { name, duration_minutes = 60, owner_role = '', enabled = true } = input
  const { cadence_type, cadence_day = '', cadence_time = null } = input
  const values = {
    name,
    duration_minutes,
    owner_role,
    enabled,
    ...cadenceOf({ cadence_type, cadence_day, cadence_time }),
  }
  await checkName(ctx, name, null)
  await insertCeremony(ctx, { id, program_id, ...values, created_by_id: actorId(ctx) })
  return loadCeremony(ctx, id)
}

export async function updateCeremony(
  ctx: Ctx<ProgramScope>,
  id: string,
  sent: Partial<CeremonyInput>,
): Promise<CeremonyRow> {
  await lockProgramRow(ctx, ctx.scope.programId)
  const row = await loadCeremony(ctx, id)
  const { name = row.name, duration_minutes = row.duration_minutes } = sent
  const { owner_role = row.owner_role, enabled = row.enabled } = sent
  const cadence = cadenceOf({
    cadence_type: sent.cadence_type ?? (row.cadence_type as CeremonyInput['cadence_type']),
    cadence_day: sent.cadence_day ?? row.cadence_day,
    cadence_time: sent.cadence_time === undefined ? row.cadence_time : sent.cadence_time,
  })
  await checkName(ctx, name, id)
  const updated_at = ctx.services.clock.now()
  await saveCeremony(ctx, id, { name, duration_minutes, owner_role, enabled, ...cadence, updated_at })
  return loadCeremony(ctx, id)
}

export async function deleteCeremony(ctx: Ctx<ProgramScope>, id: string): Promise<void> {
  await lockProgramRow(ctx, ctx.scope.programId)
  await loadCeremony(ctx, id)
  await deleteCeremonyRow(ctx, id)
}

export async function loadCeremony(ctx: Ctx<ProgramScope>, id: string): Promise<CeremonyRow> {
  const row = await findCeremony(ctx, id)
  refuseUnless(row, notFound)
  return row
}

interface Cadence {
  readonly cadence_type: CeremonyInput['cadence_type']
  readonly cadence_day: string
  readonly cadence_time: string | null
}

/** A meeting on a milestone is held when the milestone is; every other one has a day and a time. */
function cadenceOf({ cadence_type, cadence_day, cadence_time }: Cadence): Cadence {
  if (cadence_type === 'on_milestone') return { cadence_type, cadence_day: '', cadence_time: null }
  refuseUnless(cadence_day !== '', () => fieldError('cadence_day', 'A meeting that is not on a milestone has a day.'))
  refuseUnless(cadence_time !== null, () =>
    fieldError('cadence_time', 'A meeting that is not on a milestone has a time.'),
  )
  return { cadence_type, cadence_day, cadence_time: cadence_time.length === 5 ? `${cadence_time}:00` : cadence_time }
}

async function checkName(ctx: Ctx<ProgramScope>, name: string, ownId: string | null): Promise<void> {
  const isTaken = await isNameTaken(ctx, name, ownId)
  refuseUnless(!isTaken, () => fieldError('name', 'The program has a meeting of this name.'))
}
