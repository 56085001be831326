import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { refusalDocument } from './print-refusal.ts'

/**
 * `--ndjson`: one plan a line in, one result or error a line out, in order. Writing waits for the reader, so that memory
 * does not grow with the number of plans. Exit code 2 when any plan was refused.
 */
export async function readLines(file: string, answer: (line: string) => string | Promise<string>): Promise<number> {
  const input = file === '-' ? process.stdin : createReadStream(file)
  let refused = 0
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    let out: string
    try {
      out = await answer(line)
    } catch (error) {
      const document = refusalDocument(error)
      if (!document) throw error
      refused++
      out = JSON.stringify(document)
    }
    if (!process.stdout.write(`${out}\n`)) await new Promise((resolve) => process.stdout.once('drain', resolve))
  }
  return refused > 0 ? 2 : 0
}
