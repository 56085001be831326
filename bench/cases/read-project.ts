import { gunzipSync } from 'node:zlib'
import { Pool } from 'undici'
import type { BenchCase } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'

/** Named in every call: what a client leaves to its library decides half of the time. */
type Encoding = 'identity' | 'gzip'

const GZIP_PEER = 'the same pages in gzip'
const AIMS_MS: Record<number, number> = { 1000: 400, 4000: 1_600, 20000: 800 }

interface Page {
  readonly count: number
  readonly next: string | null
  readonly results: readonly { readonly id: string; readonly name: string; readonly early_finish: string | null }[]
}

/** A client reads every task of a project over the paged list, one page after the other, as it is and in gzip by turns. */
export const readProject: BenchCase = {
  name: 'read-project',
  group: 'service',
  summary: 'all tasks of a project over GET /tasks/, pages of 500, Accept-Encoding: identity',
  unit: 'ms',
  sizeName: 'tasks',
  workName: 'task',
  quickSizes: [1_000],
  fullSizes: [1_000, 4_000, 20_000],
  aims: (size) => (AIMS_MS[size] === undefined ? [] : [{ of: 'median', atMost: AIMS_MS[size] }]),
  warmUps: 2,
  samples: 15,
  async prepare(size) {
    const project = await sharedProject(size)
    const service = await sharedService()
    const client = new Pool(service.url, { connections: 1 })
    const readAll = (encoding: Encoding) => async () => {
      const pageMs: number[] = []
      const seen: string[] = []
      let bytes = 0
      let address: string | null = `/api/v1/tasks/?project=${project}&page_size=500`
      const startedMs = performance.now()
      while (address !== null) {
        const pageStartedMs = performance.now()
        const { page, length } = await readPage(client, address, { ...service.headers, 'Accept-Encoding': encoding })
        pageMs.push(performance.now() - pageStartedMs)
        bytes += length
        for (const task of page.results) seen.push(`${task.id} ${task.name} ${task.early_finish}`)
        address = page.next?.replace(service.url, '') ?? null
      }
      const value = performance.now() - startedMs
      if (new Set(seen).size !== size) throw new Error(`read ${new Set(seen).size} of ${size} tasks`)
      const parts = { first_page: pageMs[0] ?? 0, last_page: pageMs.at(-1) ?? 0, kb_on_the_wire: bytes / 1_000 }
      return { value, hash: hashAnswer(seen.join()), parts }
    }
    return {
      sample: readAll('identity'),
      peers: [{ name: GZIP_PEER, isSameAnswer: true, sample: readAll('gzip') }],
      close: () => client.close(),
    }
  },
}

/** One page; an answer in another encoding than the one asked for is an error. */
async function readPage(client: Pool, path: string, headers: Record<string, string>) {
  const reply = await client.request({ method: 'GET', path, headers })
  const body = Buffer.from(await reply.body.arrayBuffer())
  const encoding = reply.headers['content-encoding'] ?? 'identity'
  if (reply.statusCode !== 200) throw new Error(`GET ${path}: ${reply.statusCode} ${body.toString().slice(0, 300)}`)
  // A last page may be too short to be worth compressing.
  if (encoding !== 'identity' && encoding !== headers['Accept-Encoding'])
    throw new Error(`GET ${path} was answered in ${encoding}`)
  const text = (encoding === 'gzip' ? gunzipSync(body) : body).toString()
  return { page: JSON.parse(text) as Page, length: body.length }
}
