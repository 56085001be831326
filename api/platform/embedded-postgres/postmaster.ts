import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a running server says about itself in `postmaster.pid`. */
export interface Postmaster {
  pid: number
  socketDir: string
  status: 'starting' | 'stopping' | 'ready'
}

/** Reads `postmaster.pid`; null when it is missing, half-written or names a process that is not this server. */
export async function findPostmaster(clusterDir: string): Promise<Postmaster | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !(await isServerOf(clusterDir, pid))) return null
  const word = lines[7]?.trim()
  const status = word === 'ready' || word === 'stopping' ? word : 'starting'
  return { pid, socketDir: lines[4] ?? '', status }
}

/**
 * Whether a process is the server of this cluster. After a reboot, and after every restart of a container, the
 * number may belong to any other process; the server's working folder is its cluster.
 */
async function isServerOf(clusterDir: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(clusterDir))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    return name.trim() === 'postgres'
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Resolves when the process is no longer the server of this cluster. */
export async function waitForExit(clusterDir: string, pid: number): Promise<void> {
  while (await isServerOf(clusterDir, pid)) await sleep(100)
}

/**
 * Ends sessions whose server was killed. They keep its shared memory until they notice, which a busy one does only
 * after its statement; with their server gone nothing they do can still be committed.
 */
export async function endOrphanedSessions(clusterDir: string): Promise<void> {
  const cluster = await realpath(clusterDir)
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  for (const pid of pids) {
    // A folder that may not be read belongs to somebody else's server, which is none of our business.
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null)
    if (pid === process.pid || folder !== cluster) continue
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    if (name.trim() === 'postgres') killIfAlive(pid, 'SIGKILL')
  }
}

function killIfAlive(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

/**
 * Stops a server: SIGINT ends sessions and writes a checkpoint; a server that takes longer than `patienceMs` gets
 * SIGQUIT and recovers from its log at the next start.
 */
export async function stopPostmaster(clusterDir: string, pid: number, patienceMs = 20_000): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGINT', patienceMs],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (!killIfAlive(pid, signal)) return
    const deadline = Date.now() + waitMs
    while (Date.now() < deadline) {
      if (!(await isServerOf(clusterDir, pid))) return
      await sleep(10)
    }
  }
  throw new Error(`The embedded database (process ${pid}) does not stop`)
}
