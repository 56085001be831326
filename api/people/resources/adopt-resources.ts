import type { Ctx } from '../../platform/context.ts'
import { lockByName } from '../../platform/db/advisory-locks.ts'
import { foldName } from '../../platform/fold-name.ts'
import { newId } from '../../platform/ids.ts'
import { findNamesakes, insertResources, type Namesake } from './resource.queries.ts'

export interface SourceResource {
  readonly name: string
  readonly email: string | null
  /** 1 is full time. */
  readonly maxUnits: number
}

export interface AdoptedResources {
  /** Resource of the catalogue for each name as it was given. */
  readonly idOf: ReadonlyMap<string, string>
  readonly matchedCount: number
  readonly createdCount: number
}

const MAX_NAME = 255
const MAX_EMAIL = 254
const MAX_CAPACITY = 99.99

/**
 * The resources that a file names: found in the catalogue by name whatever its case, else created. Names that several
 * resources bear are settled by the address, then by the project's roster; what stays open is created, never guessed.
 * Nobody joins a roster here. Two imports that name the same people take turns.
 */
export async function adoptResources(
  ctx: Pick<Ctx, 'em'>,
  projectId: string,
  resources: readonly SourceResource[],
): Promise<AdoptedResources> {
  const wanted = new Map<string, SourceResource>()
  for (const resource of resources) {
    const folded = foldName(resource.name)
    if (folded !== '' && !wanted.has(folded)) wanted.set(folded, resource)
  }
  if (wanted.size === 0) return { idOf: new Map(), matchedCount: 0, createdCount: 0 }
  await lockByName(ctx, 'resourceCatalog')
  const namesakes = await findNamesakes(ctx, projectId, [...wanted.keys()])
  const candidates = Map.groupBy(namesakes, (row) => row.folded_name)
  const idOfFolded = new Map<string, string>()
  const created: ReturnType<typeof rowOf>[] = []
  for (const [folded, source] of wanted) {
    const known = choose(candidates.get(folded) ?? [], addressOf(source))
    const id = known ?? newId()
    idOfFolded.set(folded, id)
    if (known === null) created.push(rowOf(id, folded, source))
  }
  await insertResources(ctx, created)
  const idOf = new Map<string, string>()
  for (const { name } of resources) {
    const id = idOfFolded.get(foldName(name))
    if (id !== undefined) idOf.set(name, id)
  }
  return { idOf, matchedCount: wanted.size - created.length, createdCount: created.length }
}

/** Two different addresses are two people, whatever they are called. */
function choose(candidates: readonly Namesake[], email: string): string | null {
  const possible = candidates.filter((each) => email === '' || each.email === '' || each.email === email)
  const byAddress = possible.filter((each) => email !== '' && each.email === email)
  const rostered = possible.filter((each) => each.is_rostered)
  for (const group of [byAddress, possible, rostered]) if (group.length === 1) return group[0]?.id ?? null
  return null
}

/** The address as it is compared; what is none in the file counts as none. */
function addressOf({ email }: SourceResource): string {
  const address = email?.trim().toLowerCase() ?? ''
  return /^[^\s@]+@[^\s@]+$/.test(address) && address.length <= MAX_EMAIL ? address : ''
}

/** The row of a resource that a file names. */
function rowOf(id: string, folded_name: string, source: SourceResource) {
  return {
    id,
    folded_name,
    name: source.name.trim().slice(0, MAX_NAME),
    email: addressOf(source),
    max_units: capacityOf(source.maxUnits),
  }
}

function capacityOf(maxUnits: number): string {
  return (Number.isFinite(maxUnits) ? Math.min(MAX_CAPACITY, Math.max(0, maxUnits)) : 1).toFixed(2)
}
