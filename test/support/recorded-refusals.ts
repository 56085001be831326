import { appendFileSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where a run of tests writes down what it was refused; `list-refusals.ts` sets it. */
const FOLDER = process.env.SVC_TEST_REFUSALS

/** A refusal that a test was answered. */
export interface RecordedRefusal {
  readonly test: string
  readonly status: number
  readonly text: string
}

const seen = new Set<string>()

/** Writes down a refusal, once a test, where a run asks for it. */
export function recordRefusal(status: number, text: string): void {
  if (FOLDER === undefined) return
  const line = JSON.stringify({
    test: path.relative(process.cwd(), testFile()),
    status,
    text,
  } satisfies RecordedRefusal)
  if (seen.has(line)) return
  seen.add(line)
  appendFileSync(`${FOLDER}/${process.pid}.ndjson`, `${line}\n`)
}

/** The one that `file-host.ts` runs now, or that was started by itself. */
function testFile(): string {
  const { svcTestFile } = globalThis as { svcTestFile?: { readonly url: string } }
  const file = svcTestFile ? fileURLToPath(svcTestFile.url) : (process.argv[1] ?? '')
  // Another program that runs tests does not prove that one of them was told.
  if (!file.endsWith('.test.ts')) throw new Error(`${file} was refused something, but is no test`)
  return file
}

export function recordedRefusals(folder: string): RecordedRefusal[] {
  const files = globSync(`${folder}/*.ndjson`)
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )
}
