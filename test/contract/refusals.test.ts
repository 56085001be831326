import { existsSync } from 'node:fs'
import t from 'tap'
import { readList } from '../support/refusal-list.ts'
import { refusalSites } from '../support/refusal-sites.ts'

const isTest = (path: string) => path.endsWith('.test.ts') && existsSync(path)

t.test('every refusal of work breakdown and agile delivery is listed with a test that is told it', async (t) => {
  const list = readList()
  const places = refusalSites().map(({ file, line }) => `${file}: ${line}`)
  t.ok(places.length > 200, `${places.length} places refuse something`)
  const missing = places.filter((place) => !list.has(place))
  t.same(missing, [], 'give each a test, then: npm run test:refusals -- --write')
  const stale = [...list.keys()].filter((place) => !places.includes(place))
  t.same(stale, [], 'nothing refuses these any more')
  t.same(
    [...list].filter(([, test]) => !isTest(test) && !test.startsWith('none: ')).map(([place]) => place),
    [],
    'what is named are tests, and they are there',
  )
})

/** Codes of part 7.2 that belong to these parts, and those of the tables of 4.4. */
const CODES = [
  ...['progress_requires_anchor', 'milestone_rollup_locked', 'child_of_milestone', 'zero_duration_not_milestone'],
  ...['guardrail_blocked', 'self_reference', 'cyclic_dependency', 'subtree_too_large', 'calendar_has_no_working_day'],
  ...['container_has_subtasks', 'scope_accept_forbidden', 'attachment_delete_forbidden', '_edit_not_author'],
  ...['_delete_forbidden', 'reaction_delete_forbidden', 'sprint_already_bound', 'sync_conflict', 'proposal_closed'],
  ...['not_open', 'not_live', 'not_revealed', 'sprint_not_planned', 'not_found', 'idempotency_key_conflict'],
  ...['attachment_unsupported_mime', 'attachment_content_mismatch', 'structure_role_contradicted', 'already_committed'],
  ...['unknown_task', 'selection_too_large', 'invalid_task_ids', 'cannot_group_subtasks'],
  ...['not_top_of_stack', 'shape_changed', 'already_undone', 'already_live', 'proposal_already_open'],
]

t.test('no code of these parts is missing', async (t) => {
  const coded = new Set([...readList().keys()].map((place) => place.split(' ')[2]))
  t.same(
    CODES.filter((code) => ![...coded].some((one) => one === code || (code.startsWith('_') && one?.endsWith(code)))),
    [],
  )
})
