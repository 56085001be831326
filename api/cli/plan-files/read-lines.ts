import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileTrouble } from '../output/file-trouble.ts'
import { refusalDocument } from './print-refusal.ts'

/**
 * `--ndjson`: one plan a line in, one result or error a line out, in order. Writing waits for the reader, so that memory
 * does not grow with the number of plans. Exit code 2 when any plan was refused.
 */
export async function readLines(file: string, answer: (line: string) => string | Promise<string>): Promise<number> {
  const input = file === '-' ? process.stdin : (await opened(file)).createReadStream()
  let refused = 0
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    let out: string
    try {
      out = await answer(line)
    } catch (error) {
      const document = refusalDocument(error, '-')
      if (!document) throw error
      refused++
      out = JSON.stringify(document)
    }
    if (!process.stdout.write(`${out}\n`)) await untilRead(process.stdout)
    if (process.stdout.destroyed) break
  }
  return refused > 0 ? 2 : 0
}

async function opened(file: string) {
  try {
    return await open(file)
  } catch (error) {
    throw fileTrouble('read', file, error)
  }
}

/** Until more may be written, or nobody reads any more. */
const untilRead = (output: NodeJS.WriteStream) =>
  new Promise<void>((resolve) => {
    const done = () => {
      output.off('drain', done).off('close', done)
      resolve()
    }
    output.on('drain', done).on('close', done)
  })
