import type { TestApp, TestUser } from '../../support/start-app.ts'
import { made, ok } from './made.ts'

/** Rows of the workspace that belong to no project. */
export async function makeShared(app: TestApp, builder: TestUser): Promise<Record<string, string>> {
  // Shared catalogs are kept by people who manage a project in use.
  const calendar = await made(builder, '/calendars/', { name: 'Shared' })
  const exceptions = `/calendars/${calendar}/exceptions/`
  const exception = await made(builder, exceptions, { exc_start: '2026-12-24', exc_end: '2026-12-26' })
  const spare = (await app.user('spare')).account.id
  const group = await made(builder, '/workspace/groups/', { name: 'Crew' })
  await ok(builder.post(`/workspace/groups/${group}/members/`, { user: spare }))
  const invite = await made(builder, '/workspace/invites/', { email: 'guest@example.org', role: 100 })
  const workspaceMember = (await app.user('colleague')).account.id
  const provider = (await ok(builder.post('/workspace/sso/providers/', { slug: 'google', client_id: 'abc' }))).slug
  return {
    ...(await makeCatalogs(builder)),
    provider,
    calendar,
    exception,
    group,
    groupUser: spare,
    invite,
    workspaceMember,
    spare,
    sample: 'ferry-terminal',
    week: '2026-03-02',
  }
}

/** A resource that works, one that stands by on rosters, one on none and one that has left. */
async function makeCatalogs(builder: TestUser): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const name of ['resource', 'helper', 'newcomer', 'retired'])
    ids[name] = await made(builder, '/resources/', { name: `The ${name}` })
  await ok(builder.delete(`/resources/${ids.retired}/`))
  ids.skill = await made(builder, '/skills/', { name: 'Diving' })
  ids.otherSkill = await made(builder, '/skills/', { name: 'Welding' })
  ids.tag = await made(builder, '/resource-skills/', { resource: ids.resource, skill: ids.skill })
  return ids
}
