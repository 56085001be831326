import type { Services } from '../../api/platform/context.ts'
import { createServices } from '../../api/server/boot.ts'
import { recomputeProjectBody } from '../../jobs/schedule/recompute-project.ts'
import { sql } from './sql.ts'
import type { TestApp } from './start-app.ts'
import { TASK_DATES } from './task-dates.ts'

/** Each finds rows that must not be; asked when the queue is empty. */
const RULES: Readonly<Record<string, string>> = {
  'I2 no job waits or hangs': `select task_identifier, last_error from graphile_worker.jobs
     where locked_at is not null or (attempts < max_attempts and run_at < now() - interval '60 seconds')`,
  // One without its key was under way when the same was asked for again: its successor does the work. One of the clock has few
  // attempts, which kills may use up, and its next hour asks for it anew.
  'I2 no job was given up': `select task_identifier, key, last_error from graphile_worker.jobs
     where attempts >= max_attempts and key is not null and key not like 'periodic:%'`,
  'I2 numbers of deliveries are 1 to n, but for those that were purged': `select w.id from webhooks w join webhook_deliveries d on d.webhook_id = w.id
     group by w.id having max(d.sequence_number) > w.last_sequence or count(*) <> max(d.sequence_number) - min(d.sequence_number) + 1`,
  'I2 no delivery waits or was tried too often': `select id, attempt_count from webhook_deliveries
     where attempt_count > 5 or (status = 'pending' and due_at < now() - interval '60 seconds')`,
  'I4 positions are unique': `select project_id, wbs_order, count(*) from tasks where not is_deleted and wbs_order is not null
     group by project_id, wbs_order having count(*) > 1`,
  'I4 parents live': `select c.id from tasks c left join tasks p on p.id = c.parent_id and p.project_id = c.project_id and not p.is_deleted
     where not c.is_deleted and c.parent_id is not null and p.id is null`,
  'I4 a place lies below that of its parent': `select c.id from tasks c join tasks p on p.id = c.parent_id
     where not c.is_deleted and c.wbs_order[1:cardinality(c.wbs_order) - 1] is distinct from p.wbs_order`,
  'I4 a row without parent stands at the top': `select id from tasks
     where not is_deleted and parent_id is null and cardinality(wbs_order) <> 1`,
  'I4 no row stands below itself': `with recursive above as (
     select id, parent_id from tasks where not is_deleted and parent_id is not null
     union select a.id, p.parent_id from above a join tasks p on p.id = a.parent_id where p.parent_id is not null)
     select id from above where id = parent_id`,
  'I4 every schedulable task has dates': `select t.id, t.project_id, t.status, t.type from tasks t join projects p on p.id = t.project_id
     left join ${TASK_DATES} on s.task_id = t.id
     where not t.is_deleted and not p.is_deleted and p.dates_stale_since is null and s.early_start is null
       and t.status <> 'BACKLOG' and lower(t.type) <> 'epic' and not t.is_recurring and not exists
       (select 1 from tasks c where c.parent_id = t.id and not c.is_deleted and not c.is_subtask)`,
  'I4 milestones and subtasks hold nothing': `select c.id from tasks c join tasks p on p.id = c.parent_id
     where not c.is_deleted and (p.is_milestone or p.is_subtask)`,
  'I4 no link to a deleted task': `select d.id from dependencies d join tasks t on t.id in (d.predecessor_id, d.successor_id)
     where not d.is_deleted and t.is_deleted`,
  'I5 an import is all there or not there': `select r.id, r.status, count(t.id), r.summary->'tasks_created' from import_requests r
     left join tasks t on t.source_id = r.id and not t.is_deleted
     group by r.id having count(t.id) not in (0, coalesce((r.summary->>'tasks_created')::int, 0))
       or (r.status = 'done' and count(t.id) <> (r.summary->>'tasks_created')::int)`,
  'I6 projects have an Owner': `select p.id from projects p where not p.is_deleted and not exists
     (select 1 from project_members m where m.project_id = p.id and m.role = 400 and not m.is_deleted)`,
  'I6 programs have an Owner': `select p.id from programs p where not p.is_deleted and not exists
     (select 1 from program_members m where m.program_id = p.id and m.role = 400 and not m.is_deleted)`,
  'I6 ten personal tokens at most': `select owner_id, count(*) from api_tokens where owner_id is not null and revoked_at is null
     and (expires_at is null or expires_at > now()) group by owner_id having count(*) > 10`,
  'I6 keys are unique': `select upper(code), count(*) from projects where not is_deleted group by upper(code) having count(*) > 1`,
  'I6 task numbers lie below their counter': `select t.id from tasks t join project_counters c on c.project_id = t.project_id
     where t.number > c.item_number`,
  'I7 a family has one refresh token to use': `select family_id, count(*) from refresh_tokens
     where used_at is null and revoked_at is null group by family_id having count(*) > 1`,
}

/** Everything that is wrong with what is stored (section 2 of the reliability page), one line each; none when all holds. */
export async function brokenInvariants(services: Services): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, query] of Object.entries(RULES)) {
    const rows = await sql(reader(services), query)
    if (rows.length > 0) broken.push(`${rule}: ${rows.length} rows, first ${JSON.stringify(rows[0])}`)
  }
  return [...broken, ...(await staleSchedules(services))]
}

/**
 * What is wrong once the jobs of an application are done: the end of every test in which several write at once. Asks with
 * services of its own, because plans that those of the application keep in memory believe that their dates are stored.
 */
export async function brokenAfter(app: TestApp): Promise<string[]> {
  await app.runJobs()
  const others = await createServices(app.services.config, { role: 'jobs' })
  return await brokenInvariants(others).finally(() => others.close())
}

/**
 * I4: a stored schedule equals a fresh full computation. Forgets every stored date, computes anew and compares, so that
 * nothing depends on what the incremental path believes to have changed.
 */
async function staleSchedules(services: Services): Promise<string[]> {
  const stored = await scheduleRows(services)
  await sql(reader(services), 'delete from schedule_blocks')
  const projects = await sql<{ id: string }>(
    reader(services),
    'select id from projects where not is_deleted order by id',
  )
  for (const { id } of projects) await recomputeProjectBody(services, { projectId: id })
  const fresh = await scheduleRows(services)
  const ids = new Set([...stored.keys(), ...fresh.keys()])
  return [...ids]
    .filter((id) => stored.get(id) !== fresh.get(id))
    .map((id) => `I4 schedule of ${id}: stored ${stored.get(id)}, computed ${fresh.get(id)}`)
}

async function scheduleRows(services: Services): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; line: string }>(
    reader(services),
    `select s.task_id as id, to_jsonb(s)::text as line from ${TASK_DATES}
     union all select d.id, d.is_driving::text from dependencies d where not d.is_deleted`,
  )
  return new Map(rows.map(({ id, line }) => [id, line]))
}

function reader(services: Services) {
  return { em: services.orm.em.fork() }
}
