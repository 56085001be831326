/** What a run of the tests leaves: processes that name its folder, and the folder. Linux only, like the tests. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Folders of runs begin so; the process id of the runner follows. */
export const runFolderPrefix = 'svc-tests-'

const patienceMs = 5_000
/** These outlive the last test on purpose, for the next file. */
const meantToOutlive = /database-reaper\.ts|bin\/postgres|^postgres: /

interface LivingProcess {
  pid: number
  command: string
}

/** Makes the folder of a run, named after the process that runs. */
export function makeRunFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, `${runFolderPrefix}${process.pid}-`))
  // A database of root's runs as nobody, who must be able to walk through.
  chmodSync(folder, 0o755)
  return folder
}

/** Ends what runs in the folder and removes it; returns the commands that should have been gone before. */
export async function removeRun(folder: string): Promise<string[]> {
  const left = processesIn(folder)
  for (const { pid } of left) signal(pid, 'SIGINT')
  await untilGone(folder)
  for (const { pid } of processesIn(folder)) signal(pid, 'SIGKILL')
  // What is being killed still writes for a moment.
  await untilGone(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  return left.map((each) => each.command).filter((command) => !meantToOutlive.test(command))
}

async function untilGone(folder: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < patienceMs && processesIn(folder).length > 0; waitedMs += 100) await sleep(100)
}

/** Removes what runs left that were killed themselves. */
export async function removeRunsOfTheDead(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(runFolderPrefix)) continue
    const pid = Number(name.slice(runFolderPrefix.length).split('-')[0])
    if (!signal(pid, 0)) await removeRun(join(parent, name)).catch(() => {}) // Another user's.
  }
}

function processesIn(folder: string): LivingProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  return pids.flatMap((pid) => {
    const [command, environment] = [readProc(pid, 'cmdline'), readProc(pid, 'environ')]
    // A server for all files that one of them started serves the others.
    const isIn = command.includes(folder) || (environment.includes(folder) && !meantToOutlive.test(command))
    return isIn ? [{ pid: Number(pid), command: command.replaceAll('\0', ' ').trim() }] : []
  })
}

/** Nothing for a process that is gone or another user's. */
function readProc(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
