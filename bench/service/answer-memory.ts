/**
 * Loaded before a process whose memory is measured (`--expose-gc --import`): at a signal it says on its fourth stream what
 * lives once garbage is collected. A channel between processes would be taken for that of a supervisor.
 */
import { writeSync } from 'node:fs'

const STREAM = 3

process.on('SIGUSR2', () => {
  // Twice: what the first round finalizes, the second gives back.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  writeSync(STREAM, `${JSON.stringify({ livingKb: (heapUsed + external) / 1024, residentKb: rss / 1024 })}\n`)
})
