import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { NameSlugs } from './name-slugs.ts'

interface ResourceRow {
  id: string
  name: string
  job_role: string
  max_units: string
  calendar_id: string | null
  skills: { name: string; proficiency: number }[] | null
}

interface RosterRow {
  project_id: string
  resource_id: string
  role_title: string
  units_override: string | null
  notes: string
}

export interface SeedPeople {
  readonly resources: readonly object[]
  readonly resourceSlugOf: ReadonlyMap<string, string>
  readonly rosterOf: ReadonlyMap<string, object[]>
  readonly labelsOf: ReadonlyMap<string, object[]>
  readonly labelSlugOf: ReadonlyMap<string, string>
}

/** Who stands on the rosters, with their skills but without addresses, and the label catalogues. */
export async function loadSeedPeople(
  ctx: Pick<Ctx, 'em'>,
  projectIds: readonly string[],
  calendarSlugOf: ReadonlyMap<string, string>,
): Promise<SeedPeople> {
  const resources = await sql<ResourceRow>(
    ctx,
    `select r.id, r.name, r.job_role, r.max_units, r.calendar_id,
       (select json_agg(json_build_object('name', s.name, 'proficiency', rs.proficiency) order by s.normalized_name collate "C")
        from resource_skills rs join skills s on s.id = rs.skill_id where rs.resource_id = r.id) as skills
     from resources r where not r.is_deleted
       and r.id in (select resource_id from project_resources where project_id = any($1::uuid[])
                    union select resource_id from task_resources where project_id = any($1::uuid[]))
     order by r.name collate "C", r.job_role collate "C", r.max_units, r.id`,
    [projectIds],
  )
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
    rosterOf: await loadRosters(ctx, projectIds, resourceSlugOf),
    ...(await loadLabelCatalogues(ctx, projectIds)),
  }
}

/** Everybody on a roster, also without an assignment. */
async function loadRosters(
  ctx: Pick<Ctx, 'em'>,
  projectIds: readonly string[],
  slugOf: ReadonlyMap<string, string>,
): Promise<Map<string, object[]>> {
  const rows = await sql<RosterRow>(
    ctx,
    `select project_id, resource_id, role_title, units_override, notes from project_resources
     where project_id = any($1::uuid[])`,
    [projectIds],
  )
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

async function loadLabelCatalogues(
  ctx: Pick<Ctx, 'em'>,
  projectIds: readonly string[],
): Promise<Pick<SeedPeople, 'labelsOf' | 'labelSlugOf'>> {
  const rows = await sql<{ id: string; project_id: string; name: string; color: string; position: number }>(
    ctx,
    `select id, project_id, name, color, position from labels where project_id = any($1::uuid[]) and not is_deleted
     order by position, name collate "C", id`,
    [projectIds],
  )
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
