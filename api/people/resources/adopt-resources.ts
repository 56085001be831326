import type { Ctx } from '../../platform/context.ts'
import { lockByName } from '../../platform/db/advisory-locks.ts'
import { sql } from '../../platform/db/sql.ts'
import { foldName } from '../../platform/fold-name.ts'
import { newId } from '../../platform/ids.ts'

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

interface Candidate {
  id: string
  folded_name: string
  email: string
  is_rostered: boolean
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
  const candidates = await findCandidates(ctx, projectId, [...wanted.keys()])
  const idOfFolded = new Map<string, string>()
  const created: { id: string; folded: string; source: SourceResource }[] = []
  for (const [folded, source] of wanted) {
    const known = choose(candidates.get(folded) ?? [], addressOf(source))
    const id = known ?? newId()
    idOfFolded.set(folded, id)
    if (known === null) created.push({ id, folded, source })
  }
  await insertResources(ctx, created)
  const idOf = new Map<string, string>()
  for (const { name } of resources) {
    const id = idOfFolded.get(foldName(name))
    if (id !== undefined) idOf.set(name, id)
  }
  return { idOf, matchedCount: wanted.size - created.length, createdCount: created.length }
}

async function findCandidates(
  ctx: Pick<Ctx, 'em'>,
  projectId: string,
  foldedNames: readonly string[],
): Promise<Map<string, Candidate[]>> {
  const rows = await sql<Candidate>(
    ctx,
    `select r.id, r.folded_name, lower(r.email) as email, exists (
       select 1 from project_resources pr where pr.resource_id = r.id and pr.project_id = $1) as is_rostered
     from resources r where r.folded_name = any($2::text[]) and not r.is_deleted order by r.id`,
    [projectId, foldedNames],
  )
  return Map.groupBy(rows, (row) => row.folded_name)
}

/** Two different addresses are two people, whatever they are called. */
function choose(candidates: readonly Candidate[], email: string): string | null {
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

async function insertResources(
  ctx: Pick<Ctx, 'em'>,
  created: readonly { id: string; folded: string; source: SourceResource }[],
): Promise<void> {
  if (created.length === 0) return
  await sql(
    ctx,
    `insert into resources (id, name, folded_name, email, max_units)
     select id, name, folded, email, units
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::numeric[]) as row(id, name, folded, email, units)`,
    [
      created.map((each) => each.id),
      created.map((each) => each.source.name.trim().slice(0, MAX_NAME)),
      created.map((each) => each.folded),
      created.map((each) => addressOf(each.source)),
      created.map((each) => capacityOf(each.source.maxUnits)),
    ],
  )
}

function capacityOf(maxUnits: number): string {
  return (Number.isFinite(maxUnits) ? Math.min(MAX_CAPACITY, Math.max(0, maxUnits)) : 1).toFixed(2)
}
