import { loadProgramScope } from '../../api/access/program-scope.ts'
import { withScope } from '../../api/access/project-scope.ts'
import {
  type DigestReader,
  findDigestReaders,
  findLedPrograms,
  findPlannedProjects,
} from '../../api/notifications/digests/digest.queries.ts'
import { type DigestText, sendDigest, weekDue } from '../../api/notifications/digests/send-digest.ts'
import { findOverallocated } from '../../api/people/capacity/overallocation.ts'
import { civilDay } from '../../api/platform/clock.ts'
import type { Ctx, Services } from '../../api/platform/context.ts'
import { type ProgramDigest, readProgramDigest } from '../../api/programs/figures/digest.ts'
import { parseCivilDay } from '../../compute/plan/civil-day.ts'

/** No message speaks of more programs or projects than this. */
const MOST_SPOKEN_OF = 25
const DAYS_AHEAD = 7

/** Sends the digests of everybody whose hour has come, each in a transaction of its own. */
export async function sendDigestsBody(services: Services): Promise<void> {
  const readers = await services.systemContext((ctx) => findDigestReaders(ctx))
  for (const reader of readers) {
    const period = weekDue(reader, services.clock.now())
    if (period === null) continue
    await services.systemContext((ctx) => {
      const compose = reader.kind === 'program.health_digest' ? composeHealth : composeLoad
      return sendDigest(ctx, reader, { period, compose: () => compose(ctx, reader) })
    })
  }
}

/** How the programs stand that the person leads. */
async function composeHealth(ctx: Ctx<unknown>, { account_id }: DigestReader): Promise<DigestText> {
  const programs = await findLedPrograms(ctx, account_id, MOST_SPOKEN_OF)
  const lines: string[] = []
  for (const { id, name } of programs) {
    const digest = await readProgramDigest(withScope(ctx, await loadProgramScope(ctx, id)))
    lines.push(name, ...healthLines(digest), '')
  }
  if (programs.length === 0) lines.push('You lead no program at the moment.')
  return { subject: 'How your programs stand', lines, scopeIds: programs.map(({ id }) => id), path: '/programs' }
}

const BANDS: Readonly<Record<string, string>> = {
  on_track: 'on track',
  at_risk: 'at risk',
  critical: 'critical',
  unknown: 'not to be judged yet',
}

function healthLines(digest: ProgramDigest): string[] {
  const { health, critical_tasks, late_tasks, top_contributor, next_milestone } = digest
  return [
    `  ${BANDS[health] ?? health}, ${digest.project_count} projects`,
    `  critical tasks: ${critical_tasks}, late tasks: ${late_tasks}${top_contributor ? `, most in ${top_contributor}` : ''}`,
    `  next milestone: ${next_milestone ? `${next_milestone.name}, ${next_milestone.finish}` : 'none'}`,
  ]
}

/** Who is put to more than all of their time in the next days, in the projects that the person plans. */
async function composeLoad(ctx: Ctx<unknown>, { account_id, zone }: DigestReader): Promise<DigestText> {
  const projects = await findPlannedProjects(ctx, account_id, MOST_SPOKEN_OF)
  const firstDay = parseCivilDay(civilDay(ctx.services.clock.now(), zone)) as number
  const scopeIds = projects.map(({ id }) => id)
  const people = await findOverallocated(ctx, scopeIds, { firstDay, dayCount: DAYS_AHEAD })
  const lines = people.map(({ name, percent, day }) => `${name}: ${percent} % on ${day}`)
  if (people.length === 0) lines.push('Nobody is put to more than there is time for.')
  return { subject: 'Who has too much to do in the next seven days', lines, scopeIds, path: '/resources' }
}
