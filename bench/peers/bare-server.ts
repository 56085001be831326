// Node and pg with nothing between: no sign-in, no permissions, no validation. The most a service on this stack can do.
// Ends when its parent closes the pipe.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })
await pool.query(`create table if not exists bench_rows (id uuid primary key default gen_random_uuid(), project uuid, name text,
  duration int, created_at timestamptz not null default now())`)
await pool.query('create table if not exists bench_keys (key text primary key, status int, body jsonb)')

const TASK = `select t.*, b.early_start[t.number], b.early_finish[t.number], b.late_start[t.number], b.late_finish[t.number],
  b.scheduled_start[t.number], b.total_float[t.number], b.free_float[t.number], b.is_critical[t.number]
  from tasks t left join schedule_blocks b on b.project_id = t.project_id and b.block = t.number >> 7`

async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const url = new URL(request.url ?? '/', 'http://bare')
  if (request.method === 'POST') return url.pathname === '/tasks' ? insertMany(request) : insertOnce(request)
  if (request.method === 'PATCH') return renameOnce(request, url.searchParams.get('id'))
  if (url.pathname === '/task') {
    const { rows } = await pool.query(`${TASK} where t.id = $1 and not t.is_deleted`, [url.searchParams.get('id')])
    return rows.length === 0 ? { status: 404, body: null } : { status: 200, body: rows[0] }
  }
  const project = url.searchParams.get('project')
  const offset = Number(url.searchParams.get('offset') ?? 0)
  const [counted, page] = await Promise.all([
    pool.query('select count(*)::int as count from tasks where project_id = $1 and not is_deleted', [project]),
    pool.query(`${TASK} where t.project_id = $1 and not t.is_deleted order by t.wbs_order, t.id limit 200 offset $2`, [
      project,
      offset,
    ]),
  ])
  return { status: 200, body: { count: counted.rows[0].count, results: page.rows } }
}

async function renameOnce(request: IncomingMessage, id: string | null): Promise<{ status: number; body: unknown }> {
  const { name } = JSON.parse(await text(request))
  const { rows } = await pool.query('update tasks set name = $1 where id = $2 returning *', [name, id])
  return { status: 200, body: rows[0] }
}

async function insertMany(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const { project, rows } = JSON.parse(await text(request)) as {
    project: string
    rows: { name: string; duration: number }[]
  }
  const made = await pool.query(
    'insert into bench_rows (project, name, duration) select $1, * from unnest($2::text[], $3::int[]) returning *',
    [project, rows.map(({ name }) => name), rows.map(({ duration }) => duration)],
  )
  return { status: 201, body: made.rows }
}

async function insertOnce(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const { project, name, duration } = JSON.parse(await text(request))
  const key = request.headers['idempotency-key']
  const client = await pool.connect()
  try {
    await client.query('begin')
    const claimed = await client.query(
      'insert into bench_keys (key) values ($1) on conflict do nothing returning key',
      [key],
    )
    if (claimed.rowCount === 0) {
      const kept = await client.query('select status, body from bench_keys where key = $1', [key])
      await client.query('commit')
      return kept.rows[0]
    }
    const made = await client.query(
      'insert into bench_rows (project, name, duration) values ($1, $2, $3) returning *',
      [project, name, duration],
    )
    await client.query('update bench_keys set status = 201, body = $2 where key = $1', [key, made.rows[0]])
    await client.query('commit')
    return { status: 201, body: made.rows[0] }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  answer(request).then(
    ({ status, body }) => {
      const bytes = Buffer.from(JSON.stringify(body))
      response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length }).end(bytes)
    },
    (error: Error) => response.writeHead(500).end(error.message),
  )
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
process.stdin.on('end', () => process.exit(0)).resume()
