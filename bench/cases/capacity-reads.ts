import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { BenchCase } from '../bench-case.ts'
import { untilQuiet } from '../service/frames.ts'
import { sharedService } from '../service/shared-service.ts'

const PEOPLE = 200
const WEEKS = 52
const ASSIGNED_TO_EACH = 2
const BATCH = 500
const HEATMAP_WEEKS = 16

/** What capacity reads wait for: people by week, and who is wanted by which projects of a program. */
export const capacityReads: BenchCase = {
  name: 'capacity-reads',
  group: 'service',
  summary: `the slower of heatmap and contention, ${PEOPLE} people over ${WEEKS} weeks; other looks at capacity as parts`,
  unit: 'ms',
  sizeName: 'assignments',
  quickSizes: [2_000],
  fullSizes: [20_000],
  aims: () => [{ of: 'p95', atMost: 200 }],
  warmUps: 3,
  samples: 60,
  async prepare(size) {
    const service = await sharedService()
    const { program, project } = await staffedProject(size)
    const judged = {
      heatmap: `/projects/${project}/resources/heatmap/?weeks=${HEATMAP_WEEKS}`,
      contention: `/programs/${program}/resource-contention/`,
    }
    const besides = {
      utilization: `/projects/${project}/utilization/`,
      summary: `/projects/${project}/resources/summary/`,
      allocation: `/projects/${project}/resource-allocation/`,
    }
    const timed = async (address: string) => {
      const startedMs = performance.now()
      const answer = await service.call('GET', address)
      return { answer, ms: performance.now() - startedMs }
    }
    return {
      async sample() {
        const parts: Record<string, number> = {}
        for (const [name, address] of Object.entries({ ...judged, ...besides })) {
          const { answer, ms } = await timed(address)
          if (name === 'heatmap') checkHeatmap(answer as Heatmap)
          parts[name] = ms
        }
        return { value: Math.max(parts.heatmap as number, parts.contention as number), hash: null, parts }
      },
    }
  },
}

interface Heatmap {
  readonly resources: readonly { readonly util: readonly number[] }[]
}

function checkHeatmap({ resources }: Heatmap): void {
  const busy = resources.filter(({ util }) => util.some((percent) => percent > 0))
  if (busy.length < PEOPLE) throw new Error(`only ${busy.length} of ${PEOPLE} people have something to do`)
}

/** A program with one project, whose tasks of a week each lie all over a year, every one done by two of two hundred people. */
async function staffedProject(assignments: number): Promise<{ program: string; project: string }> {
  const service = await sharedService()
  const post = async (path: string, body: object) => (await service.call('POST', path, body)) as { id: string }
  const { id: program } = await post('/programs/', { name: 'Capacity' })
  const { id: project } = await post('/projects/', { name: 'Capacity', start_date: '2026-03-02', program })
  const ids = Array.from({ length: assignments / ASSIGNED_TO_EACH }, () => randomUUID())
  for (let first = 0; first < ids.length; first += BATCH) {
    const operations = ids
      .slice(first, first + BATCH)
      .map((id, at) => ({ op: 'create', id, data: { name: `Task ${first + at}`, duration: 5 } }))
    await post(`/projects/${project}/tasks/bulk/`, { operations })
  }
  const socket = await service.openSocket(project)
  await untilQuiet(socket)
  socket.terminate()
  await staff(service.databaseUrl, project)
  return { program, project }
}

/** Below the service, because twenty thousand requests take an hour; what is read is what the requests would have written. */
async function staff(databaseUrl: string, project: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(
    `create temp table people on commit drop as
     select gen_random_uuid() as id, n from generate_series(0, $1::int - 1) n`,
    [PEOPLE],
  )
  await client.query(
    `insert into resources (id, name, folded_name, job_role)
     select id, 'Person ' || n, 'person ' || n, 'Role ' || n % 7 from people`,
  )
  await client.query(
    `insert into project_resources (id, project_id, resource_id) select gen_random_uuid(), $1, id from people`,
    [project],
  )
  await client.query(
    `with placed as (
       select t.id, t.number, row_number() over (order by t.id) - 1 as n from tasks t where t.project_id = $1
     ), dated as (
       update schedule_blocks b set scheduled_start[f:l] = v.start, early_start[f:l] = v.start, early_finish[f:l] = v.finish
       from (
         select block, f, l, array_agg(day order by at) as start, array_agg(day + 4 order by at) as finish
         from (select block, block << 7 as f, (block << 7) + 127 as l from schedule_blocks where project_id = $1) as due
           cross join generate_series(f, l) as at left join placed p on p.number = at
           cross join lateral (select date_trunc('week', now())::date + (coalesce(p.n, 0) % $2)::int * 7 as day) as begin
         group by block, f, l) as v
       where b.project_id = $1 and b.block = v.block
     )
     insert into task_resources (id, project_id, task_id, resource_id, units)
     select gen_random_uuid(), $1, p.id, w.id, 0.1 * (1 + p.n % 5)
     from placed p cross join generate_series(0, $3::int - 1) as k
       join people w on w.n = (p.n + k * $5::int) % $4::int`,
    // Half of the people apart: then also the two thousand of --quick leave nobody idle in the weeks that are looked at.
    [project, WEEKS, ASSIGNED_TO_EACH, PEOPLE, PEOPLE / ASSIGNED_TO_EACH],
  )
  await client.query('commit')
  await client.query('vacuum analyze task_resources, schedule_blocks, tasks, resources, project_resources')
  await client.end()
}
