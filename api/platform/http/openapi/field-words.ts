/**
 * What a field or parameter holds when its schema does not say it better: a name means the same wherever it stands.
 * A parameter that is described neither here nor there fails `npm run check`.
 */
const WORDS: Readonly<Record<string, string>> = {
  actor: 'id of the account that did it',
  actual_finish: 'first day on which the task was done',
  actual_start: 'day on which work began',
  assignee: 'id of the account that answers for it',
  baseline: 'id of the baseline to compare with',
  base_version: 'the `server_version` the edit started from',
  blocker_type: 'kind of what is in the way',
  calendar: 'id of the calendar it follows',
  category: 'kind, as the list names them',
  code: 'short name, unique where it stands',
  color: 'colour as `#rrggbb`',
  confirm_lockout: '`true` when the caller knows that nobody could sign in by password any more',
  count: 'rows in all',
  cpm_finish: 'finish of the deterministic schedule',
  created_at: 'when it was made',
  created_by: 'id of the account that made it',
  dep_type: 'which ends are linked: finish to start (FS), SS, FF or SF',
  description: 'text about it',
  detail: 'the refusal in words',
  duration: 'working days',
  early_finish: 'earliest day on which it can end',
  early_start: 'earliest day on which it can begin',
  email: 'address for mail',
  enabled: 'whether it is in force',
  end: 'last day',
  error: 'what the provider refused',
  event_type: 'name of the event',
  exclude_project: 'id of a project to leave out',
  expires_at: 'when it ends by itself',
  finish: 'last day',
  finish__lte: 'those that end on this day or before',
  finish_date: 'last day',
  force: '`true` does it although something speaks against it',
  id: 'id of the record',
  is_critical: 'whether it moves the end of the project',
  is_milestone: 'whether it is an event without duration',
  is_subtask: 'whether it is a checklist item of its parent',
  iss: 'who the provider says it is',
  item_type: 'kind of item',
  key: 'short key',
  kind: 'kind, as the list names them',
  label_id: 'id of a label',
  lag: 'working days between the linked ends; negative overlaps them',
  lag_unit: 'whether the lag counts working days or all days',
  min_age_days: 'those that have stood for so many days',
  mine: '`true` for those of the caller',
  n_simulations: 'runs of the simulation',
  name: 'name as people see it',
  next: 'address of the next page, or null',
  note: 'text about it',
  notes: 'text about it',
  object_id: 'id of the record that the row is about',
  ordering: 'field to sort by; a minus before it turns the order',
  p50: 'day that half of the runs keep',
  p80: 'day that eight of ten runs keep',
  p95: 'day that nineteen of twenty runs keep',
  page: '1-based page number',
  page_size: 'rows per page',
  parent: 'id of the task above, or `root`',
  percent_complete: 'how much is done, 0 to 100',
  planned_start: 'first day that people asked for',
  position: 'place in the order, from 0',
  predecessor: 'id of the task that comes first',
  previous: 'address of the page before, or null',
  priority_rank: 'place in the order of priority',
  program: 'id of a program',
  program__isnull: '`true` for projects outside of programs',
  project: 'id of a project',
  project_id: 'id of a project',
  provider: 'slug of an identity provider, or name of an integration',
  q: 'words to find',
  ref: 'what the caller calls it, such as a key with a number',
  relation_type: 'how the tasks concern each other',
  resource: 'id of a resource',
  results: 'rows of this page',
  role: 'role as a number: 1 reads, 100 works, 200 plans, 300 manages, 400 owns',
  search: 'words to find in names and codes',
  seq: 'number of the event in its project',
  server_version: 'version of the row; send it back as `base_version`',
  short_id: 'number of a task in its project',
  slug: 'name in addresses',
  source: 'where it comes from',
  sprint: 'id of a sprint',
  sprint_id: 'id of a sprint',
  start: 'first day',
  start__gte: 'those that begin on this day or later',
  start_date: 'first day',
  state: 'what it is in, as the list names them',
  status: 'status, as the list names them',
  status_date: 'the day up to which progress is recorded',
  story_points: 'estimate in points',
  successor: 'id of the task that comes after',
  task: 'id of a task',
  task_id: 'id of a task',
  task_name: 'name of the task',
  tasks: 'tasks, in the order of the plan',
  timezone: 'IANA name of a time zone',
  title: 'title as people see it',
  to: 'id of the task at the end',
  token: 'the token itself, as it was shown once',
  type: 'kind, as the list names them',
  unread_only: '`true` leaves out what was read',
  updated_at: 'when it last changed',
  url: 'address',
  user_id: 'id of an account',
  username: 'name for signing in',
  wbs_path: 'place in the tree, such as `1.4.2`',
  week_start: 'first day of the week, as the workspace counts it',
}

const HEADERS: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'a text of your own; the same request with the same key gets the same reply and is done once',
  'If-None-Match': 'the `ETag` of the reply that you have',
}

/** Names that mean the same in every row, so that fields of rows are described by them too. */
const IN_ROWS = new Set(
  'id server_version created_at updated_at next previous results dep_type lag_unit is_critical is_milestone percent_complete p50 p80 p95 cpm_finish early_start early_finish wbs_path story_points timezone'.split(
    ' ',
  ),
)

/** The words for a field of a body or a reply, or undefined. */
export function rowFieldWords(name: string): string | undefined {
  return IN_ROWS.has(name) || /_id$/.test(name) ? fieldWords(name) : undefined
}

/** The words for a parameter, or undefined: `taskId` and `task_id` are the id of a task. */
export function fieldWords(name: string): string | undefined {
  return WORDS[name] ?? HEADERS[name] ?? idWords(name)
}

function idWords(name: string): string | undefined {
  const subject = /^([a-z]+(?:_[a-z]+)*)(?:_id|Id)$/.exec(name)?.[1]
  if (subject === undefined) return undefined
  return `id of the ${subject.replaceAll('_', ' ')}`
}
