/**
 * Holds the service for the bench. When the bench ends in any way, also by a kill, its pipe to here closes, and the
 * service with all it started is taken down: asked first, then killed, the database by its own pid file.
 *
 * On its standard input it is told `ready` when the service answers, and `keep` when the data folder is to stay.
 *
 * usage: node leash.ts <data folder> [arguments of svc]
 */

import { spawn } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const SVC = fileURLToPath(new URL('../../bin/svc.js', import.meta.url))
const STOP_WITHIN_MS = 15_000

const [dataDir = '', ...args] = process.argv.slice(2)
let isStopping = false

// Listened to before anything is started, so that nothing started can be left alone.
const heard = new Set<string>()
createInterface({ input: process.stdin })
  .on('line', (line) => heard.add(line))
  .on('close', stop)
process.stdin.on('error', stop)
process.stdout.on('error', stop)
process.on('uncaughtException', stop)
process.on('SIGTERM', stop)
// Ctrl-C goes to the bench, which then lets go of the pipe.
process.on('SIGINT', () => undefined)

// Starts are timed from this line, not from that of the leash.
process.stdout.write('starting\n')
// A group of its own, which a signal to the whole group ends.
const service = spawn(process.execPath, ['--disable-proto=delete', SVC, ...args], {
  detached: true,
  stdio: ['ignore', 'ignore', 'inherit'],
})

service.once('exit', async (code, signal) => {
  killGroup()
  // Stopped on its way up, the service may leave behind a database that has not written its pid file yet.
  for (let round = heard.has('ready') ? 1 : 20; round > 0; round--) {
    killDatabase()
    if (round > 1) await sleep(100)
  }
  if (!heard.has('keep')) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1))
})

function stop(): void {
  if (isStopping) return
  isStopping = true
  service.kill('SIGTERM')
  setTimeout(killGroup, STOP_WITHIN_MS).unref()
}

function killGroup(): void {
  signalQuietly(-(service.pid ?? 0), 'SIGKILL')
}

/** The server runs in a session of its own; only one of our folder is touched. */
function killDatabase(): void {
  for (const file of globSync(`${dataDir}/**/postmaster.pid`)) {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    if (pid > 1) signalQuietly(pid, 'SIGQUIT')
  }
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  if (pid === 0) return
  try {
    process.kill(pid, signal)
  } catch {
    // Gone already.
  }
}
