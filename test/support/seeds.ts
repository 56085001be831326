/** Small program seeds for tests. */
import type { TestApp, TestUser } from './start-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests break documents in every way that a type would forbid.
type Json = any

/** A whole program in few rows: two projects, a link between them, people, calendars, labels, criteria, skills. */
export function smallSeed(): Json {
  return {
    schema_version: '1.0',
    program: { slug: 'tram-line', name: 'Tram line', methodology: 'HYBRID', description: 'From the quay to the hill.' },
    calendars: [
      {
        slug: 'works',
        name: 'Works',
        working_days: 63,
        exceptions: [{ exc_start: '2026-12-24', exc_end: '2026-12-26', description: 'Christmas' }],
      },
      { slug: 'holidays', name: 'Holidays', working_days: 127 },
    ],
    resources: [
      { slug: 'crew', name: 'Track crew', max_units: 2, skills: [{ name: 'Welding', proficiency: 3 }] },
      { slug: 'ada', name: 'Ada', job_role: 'Signalling', calendar: 'works' },
    ],
    projects: [
      {
        slug: 'track',
        name: 'Track',
        code: 'TRACK',
        methodology: 'WATERFALL',
        start_date: '2026-03-02',
        status_date: '2026-03-20',
        calendar: 'works',
        calendar_overlays: [{ calendar: 'holidays' }],
        labels: [{ slug: 'street', name: 'Street', color: 'rose' }],
        tasks: [
          { wbs_path: '1', name: 'Street works' },
          {
            wbs_path: '1.1',
            name: 'Dig',
            duration: 10,
            status: 'IN_PROGRESS',
            percent_complete: 40,
            planned_start: '2026-03-02',
            actual_start: '2026-03-02',
            labels: ['street'],
            assignments: [{ resource: 'crew', units: 1.5 }],
            acceptance_criteria: [{ text: 'The bed is even', given: 'a level', met: true }],
          },
          {
            wbs_path: '1.2',
            name: 'Lay rails',
            duration: 15,
            estimate: { optimistic: 10, most_likely: 15, pessimistic: 30 },
            skills: [{ name: 'Welding', min_proficiency: 2 }],
            notes: 'Night shifts only.',
          },
          { wbs_path: '1.10', name: 'Track laid', is_milestone: true },
        ],
        dependencies: [
          { predecessor: '1.1', successor: '1.2', dep_type: 'SS', lag: 3 },
          { predecessor: '1.2', successor: '1.10', dep_type: 'FS' },
        ],
      },
      {
        slug: 'signals',
        name: 'Signals',
        code: 'SIG',
        methodology: 'AGILE',
        start_date: '2026-03-02',
        tasks: [
          { wbs_path: '1', name: 'Signal plan', type: 'story', delivery_mode: 'scrum', story_points: 5, duration: 4 },
          { wbs_path: '2', name: 'Commission', duration: 5, assignments: [{ resource: 'ada' }] },
        ],
        dependencies: [
          { predecessor: '1', successor: '2', dep_type: 'FS' },
          { predecessor: 'track:1.10', successor: '2', dep_type: 'FS', lag: 2 },
        ],
      },
    ],
  }
}

/** Imports a seed as the user, runs the jobs and answers the finished job. */
export async function importSeed(app: TestApp, user: TestUser, seed: Json): Promise<Json> {
  const queued = await user.post('/programs/import/', seed)
  if (queued.status !== 202) throw new Error(`the seed was refused: ${queued.status} ${queued.text}`)
  await app.runJobs()
  return (await user.get(`/programs/${queued.body.program_id}/import/jobs/${queued.body.import_request_id}/`)).body
}
