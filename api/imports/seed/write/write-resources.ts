import type { SeedResource } from '../../../../importers/seed/seed-schema.ts'
import { createResource } from '../../../people/resources/write-resource.ts'
import { createSkill } from '../../../people/skills/write-skill.ts'
import { createTag } from '../../../people/skills/write-tag.ts'
import type { Ctx } from '../../../platform/context.ts'
import { lockByName } from '../../../platform/db/advisory-locks.ts'
import { foldName } from '../../../platform/fold-name.ts'
import { findResourcesNamed, type KnownResource } from '../seed.queries.ts'

const DEFAULT_PROFICIENCY = 2

/** The resources of a document: one of the catalogue that says the same, else a new one. Nobody is changed. */
export async function writeSeedResources(
  ctx: Ctx<unknown>,
  resources: readonly SeedResource[],
  calendarIdOf: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  if (resources.length === 0) return new Map()
  await lockByName(ctx, 'resourceCatalog')
  const foldedNames = resources.map((resource) => foldName(resource.name))
  const known = Map.groupBy(await findResourcesNamed(ctx, foldedNames), (row) => row.folded_name)
  const ids = new Map<string, string>()
  const taken = new Set<string>()
  for (const resource of resources) {
    const calendarId = resource.calendar == null ? null : (calendarIdOf.get(resource.calendar) ?? null)
    const equal = (known.get(foldName(resource.name)) ?? []).find(
      (row) => !taken.has(row.id) && isEqual(row, resource, calendarId),
    )
    const id = equal?.id ?? (await writeResource(ctx, resource, calendarId))
    taken.add(id)
    ids.set(resource.slug, id)
  }
  return ids
}

/** An address that the document leaves out is none it contradicts: exports carry no addresses. */
function isEqual(row: KnownResource, resource: SeedResource, calendarId: string | null): boolean {
  const email = addressOf(resource)
  const skills = uniqueSkills(resource).map(({ name, proficiency }) => [foldName(name), proficiency])
  return (
    row.name === resource.name &&
    (email === '' || row.email === email) &&
    row.job_role === (resource.job_role ?? '') &&
    Number(row.max_units) === hundredths(resource.max_units ?? 1) &&
    row.calendar_id === calendarId &&
    JSON.stringify(row.skills.map(String).sort()) === JSON.stringify(skills.map(String).sort())
  )
}

async function writeResource(ctx: Ctx<unknown>, resource: SeedResource, calendarId: string | null): Promise<string> {
  const id = await createResource(ctx, {
    name: resource.name,
    email: addressOf(resource),
    job_role: resource.job_role ?? '',
    calendar: calendarId,
    max_units: hundredths(resource.max_units ?? 1).toFixed(2),
  })
  for (const { name, proficiency } of uniqueSkills(resource)) {
    const { skill } = await createSkill(ctx, { name })
    await createTag(ctx, { resource: id, skill: skill.id, proficiency: { level: proficiency, isNamed: false } })
  }
  return id
}

/** What is no address in the document counts as none. */
function addressOf({ email }: SeedResource): string {
  const address = email?.trim().toLowerCase() ?? ''
  return /^[^\s@]+@[^\s@]+$/.test(address) ? address : ''
}

function uniqueSkills(resource: SeedResource): { name: string; proficiency: number }[] {
  const skills = new Map<string, { name: string; proficiency: number }>()
  for (const { name, proficiency } of resource.skills ?? [])
    if (!skills.has(foldName(name)))
      skills.set(foldName(name), { name, proficiency: proficiency ?? DEFAULT_PROFICIENCY })
  return [...skills.values()]
}

function hundredths(units: number): number {
  return Math.round(units * 100) / 100
}
