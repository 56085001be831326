import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { generatePlan } from '../../fixtures/generate/generate-plan.ts'
import { plannerXml } from '../../fixtures/generate/planner-xml.ts'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import { readPlan } from '../../importers/read-plan.ts'
import { writeCsv } from '../../importers/write/write-csv.ts'
import { writeXlsx } from '../../importers/write/write-xlsx.ts'
import { makePlanFile } from '../../test/importers/mpp/make-plan-file.ts'
import type { BenchCase, Peer } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'
import { csvParseReader, exceljsReader, fastXmlReader, saxesReader } from '../peers/file-readers.ts'

const COLD_READ = fileURLToPath(new URL('../cold-read.ts', import.meta.url))
/** The largest sizes go past the caps of uploads: those are settings, and the aims speak of 66 MB. */
const LIMITS = { planFileBytes: 2 ** 28, spreadsheetBytes: 2 ** 28, planJsonBytes: 2 ** 28, maxLinks: 1_000_000 }

interface Format {
  readonly name: string
  readonly what: string
  readonly extension: string
  readonly linksPerTask?: number
  readonly cap: number
  readonly aims: readonly [warmMs: number, coldMs: number | null] | null
  write(plan: ImportedPlan): Buffer | Promise<Buffer>
  peers(bytes: Buffer): Peer[]
}

const formats: readonly Format[] = [
  {
    name: 'import-mspdi',
    what: 'plan XML as a desktop planner saves it, 3.1 kB a task',
    extension: 'xml',
    cap: 20_000,
    aims: [60, 150],
    write: (plan) => Buffer.from(plannerXml(plan)),
    peers: (bytes) => [saxesReader(bytes), fastXmlReader(bytes)],
  },
  {
    name: 'import-csv',
    what: 'CSV',
    extension: 'csv',
    cap: 5_000,
    aims: [12, null],
    write: (plan) => Buffer.from(writeCsv(plan)),
    peers: (bytes) => [csvParseReader(bytes)],
  },
  {
    name: 'import-xlsx',
    what: 'workbook',
    extension: 'xlsx',
    cap: 5_000,
    aims: [40, null],
    write: async (plan) => Buffer.from(await writeXlsx(plan)),
    peers: (bytes) => [exceljsReader(bytes)],
  },
  {
    name: 'import-mpp',
    what: 'native plan file, made',
    extension: 'mpp',
    linksPerTask: 1,
    cap: 20_000,
    aims: null,
    write: nativePlan,
    peers: () => [],
  },
]

/** Files of three sizes become plans; beside it what a first read in a fresh thread costs, in time and memory. */
export const importFiles: readonly BenchCase[] = formats.map((format) => ({
  name: format.name,
  group: 'files',
  summary: `${format.what}, bytes in memory to a plan, warm; cold and peak_mb are a first read in a fresh thread`,
  unit: 'ms',
  sizeName: 'tasks',
  workName: 'task',
  quickSizes: [1_000],
  fullSizes: [50, 1_000, format.cap],
  aims: (size) => {
    if (format.aims === null || size !== format.cap) return []
    const [warmMs, coldMs] = format.aims
    const warm = { of: 'median', atMost: warmMs } as const
    return coldMs === null ? [warm] : [warm, { of: 'part:cold', atMost: coldMs }]
  },
  warmUps: 2,
  samples: 15,
  async prepare(size) {
    const plan = generatePlan({ taskCount: size, oddLinkShare: 0, linksPerTask: format.linksPerTask ?? 1.75 })
    const bytes = await format.write(plan)
    const fileName = `plan.${format.extension}`
    const { cold_ms: cold, peak_mb } = coldRead(bytes, fileName)
    return {
      sample() {
        const startedMs = performance.now()
        const read = readPlan(bytes, fileName, { limits: LIMITS })
        return { value: performance.now() - startedMs, hash: hashPlan(read), parts: { cold } }
      },
      peers: format.peers(bytes),
      expectedHash: hashPlan(plan),
      datasetHash: hashAnswer(bytes),
      facts: { bytes: bytes.length, peak_mb },
      ...(format.extension === 'mpp'
        ? { notMeasured: ['a peer: no other reader of native plan files is installed'] }
        : {}),
    }
  },
}))

/** Ids change on the way through a file; order, durations and links do not. */
function hashPlan({ tasks, dependencies }: ImportedPlan): string {
  const numberOf = new Map(tasks.map((task, index) => [task.id, index]))
  const links = dependencies.map(({ predecessor, successor }) =>
    [numberOf.get(predecessor), numberOf.get(successor)].join(),
  )
  return hashAnswer(
    Int32Array.from(tasks, ({ duration }) => duration),
    links.sort().join(' '),
  )
}

function coldRead(bytes: Buffer, fileName: string): { cold_ms: number; peak_mb: number } {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-bench-file-'))
  try {
    const file = path.join(folder, fileName)
    writeFileSync(file, bytes)
    return JSON.parse(execFileSync(process.execPath, [COLD_READ, file], { encoding: 'utf8', timeout: 120_000 }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const MINUTES_A_DAY = 480

function nativePlan(plan: ImportedPlan): Buffer {
  const numberOf = new Map(plan.tasks.map((task, index) => [task.id, index + 1]))
  const uid = (id: string) => numberOf.get(id) ?? 0
  return makePlanFile({
    tasks: plan.tasks.map(({ id, name = '', duration }) => ({
      uid: uid(id),
      row: uid(id),
      name,
      minutes: duration * MINUTES_A_DAY,
    })),
    links: plan.dependencies.map(({ predecessor, successor }) => ({
      from: uid(predecessor),
      to: uid(successor),
      type: 1,
    })),
  })
}
