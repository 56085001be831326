import type { Db } from '../../platform/db/db.ts'
import { NameSlugs } from './name-slugs.ts'
import { loadLabelCatalogues, loadProgramResources, loadRosters } from './seed.queries.ts'

export interface SeedPeople {
  readonly resources: readonly object[]
  readonly resourceSlugOf: ReadonlyMap<string, string>
  readonly rosterOf: ReadonlyMap<string, object[]>
  readonly labelsOf: ReadonlyMap<string, object[]>
  readonly labelSlugOf: ReadonlyMap<string, string>
}

/** Who stands on the rosters, with their skills but without addresses, and the label catalogues. */
export async function loadSeedPeople(
  db: Db,
  projectIds: readonly string[],
  calendarSlugOf: ReadonlyMap<string, string>,
): Promise<SeedPeople> {
  const resources = await loadProgramResources(db, projectIds)
  const slugs = new NameSlugs('resource')
  const resourceSlugOf = new Map(resources.map((resource) => [resource.id, slugs.next(resource.name)]))
  return {
    resourceSlugOf,
    resources: resources
      .map((resource) => ({
        slug: resourceSlugOf.get(resource.id) as string,
        name: resource.name,
        job_role: resource.job_role,
        max_units: Number(resource.max_units),
        calendar: resource.calendar_id && calendarSlugOf.get(resource.calendar_id),
        skills: resource.skills,
      }))
      .sort((left, right) => (left.slug < right.slug ? -1 : 1)),
    rosterOf: await rostersOf(db, projectIds, resourceSlugOf),
    ...(await labelCataloguesOf(db, projectIds)),
  }
}

/** Everybody on a roster, also without an assignment. */
async function rostersOf(
  db: Db,
  projectIds: readonly string[],
  slugOf: ReadonlyMap<string, string>,
): Promise<Map<string, object[]>> {
  const rows = await loadRosters(db, projectIds)
  const rosters = new Map<string, object[]>()
  for (const [projectId, own] of Map.groupBy(rows, (row) => row.project_id))
    rosters.set(
      projectId,
      own
        .flatMap((row) => {
          const resource = slugOf.get(row.resource_id)
          if (resource === undefined) return []
          const units_override = row.units_override === null ? null : Number(row.units_override)
          return [{ resource, role_title: row.role_title, units_override, notes: row.notes }]
        })
        .sort((left, right) => (left.resource < right.resource ? -1 : 1)),
    )
  return rosters
}

async function labelCataloguesOf(
  db: Db,
  projectIds: readonly string[],
): Promise<Pick<SeedPeople, 'labelsOf' | 'labelSlugOf'>> {
  const rows = await loadLabelCatalogues(db, projectIds)
  const labelSlugOf = new Map<string, string>()
  const labelsOf = new Map<string, object[]>()
  for (const [projectId, own] of Map.groupBy(rows, (row) => row.project_id)) {
    const slugs = new NameSlugs('label')
    for (const { id, name } of own) labelSlugOf.set(id, slugs.next(name))
    labelsOf.set(
      projectId,
      own.map(({ id, name, color, position }) => ({ slug: labelSlugOf.get(id), name, color, position })),
    )
  }
  return { labelsOf, labelSlugOf }
}
