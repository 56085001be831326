import { MAX_LINE_BYTES, readTaskLine, type TaskLine } from '../../../importers/ndjson/read-task-line.ts'
import { LineSplitter } from '../../../importers/ndjson/split-lines.ts'
import type { Diagnostics } from '../../../importers/plan/diagnostics.ts'
import type { Ctx } from '../../platform/context.ts'
import { findChunk } from '../import.queries.ts'

type ReadLine = { row: number; line: TaskLine | null }

/** Reads the stored upload piece by piece; null stands for a line that cannot be used. Blank lines are passed over. */
export async function* readStoredLines(
  ctx: Ctx<unknown>,
  requestId: string,
  diagnostics: Diagnostics,
): AsyncGenerator<ReadLine> {
  const splitter = new LineSplitter(MAX_LINE_BYTES)
  for (let position = 0; ; position += 1) {
    const chunk = await findChunk(ctx, requestId, position)
    const lines = chunk === undefined ? splitter.end() : splitter.push(chunk)
    for (const { number, bytes } of lines) {
      if (bytes !== null && isBlank(bytes, number)) continue
      if (bytes === null) diagnostics.error('line_too_long', { row: number }, `longer than ${MAX_LINE_BYTES} bytes`)
      yield { row: number, line: bytes === null ? null : readTaskLine(withoutMark(bytes, number), number, diagnostics) }
    }
    if (chunk === undefined) return
  }
}

function isBlank(bytes: Uint8Array, row: number): boolean {
  return withoutMark(bytes, row).every((byte) => byte === 32 || byte === 9 || byte === 13)
}

/** Some editors put a byte order mark before the first line. */
function withoutMark(bytes: Uint8Array, row: number): Uint8Array {
  const hasMark = row === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return hasMark ? bytes.subarray(3) : bytes
}
