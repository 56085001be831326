/**
 * Reads one file once in a fresh importer thread and prints what a first read costs: {"cold_ms", "peak_mb"}. The peak
 * is the growth of the process's resident memory, sampled while the thread works.
 *
 * usage: node cold-read.ts <file>
 */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createImportPool } from '../importers/pool.ts'

const SMALL = 'Name,Duration\nOnly,1\n'
const SAMPLE_EVERY_MS = 2

const file = process.argv[2] ?? ''
const bytes = readFileSync(file)
const limits = { planFileBytes: 2 ** 28, spreadsheetBytes: 2 ** 28, planJsonBytes: 2 ** 28, maxLinks: 1_000_000 }
const pool = createImportPool({ threads: 1, heapMb: 2_048 })
// The thread itself is not what is measured: a file of one row starts it.
await pool.read(Buffer.from(SMALL), 'small.csv')
const before = process.memoryUsage.rss()
let peak = before
const timer = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, SAMPLE_EVERY_MS)
const outcome = await pool.read(bytes, path.basename(file), { limits }, { givesBytes: true })
clearInterval(timer)
peak = Math.max(peak, process.memoryUsage.rss())
if (!outcome.ok) throw new Error(outcome.refusal.detail)
const result = { cold_ms: outcome.timings.parse_ms, peak_mb: Math.round((peak - before) / 1e5) / 10 }
process.stdout.write(`${JSON.stringify(result)}\n`)
await pool.close()
