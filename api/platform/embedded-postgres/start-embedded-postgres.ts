/**
 * The bundled PostgreSQL, for development, trials and tests.
 *
 * The server is no child in the usual sense: it has its own session and outlives us. When our process dies, even by
 * kill -9, the server goes on, and the next start adopts it by `postmaster.pid`. A server whose data folder is
 * deleted ends by itself within a minute. Otherwise it runs until someone starts the service on the folder again
 * and stops it, or until it gets SIGINT.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { databaseName, socketUrl } from './database-names.ts'
import { findBinaries } from './find-binaries.ts'
import { type ClusterPlace, initCluster } from './init-cluster.ts'
import { endOrphanedSessions, findPostmaster, type Postmaster, stopPostmaster, waitForExit } from './postmaster.ts'
import { waitForProcessLock } from './process-lock.ts'
import { chooseRunAs, type RunAs, spawnAs } from './run-as.ts'
import { serverSettings } from './server-settings.ts'
import { makeSocketFolder, socketFolder } from './socket-folder.ts'

export interface EmbeddedPostgresOptions {
  /** The service's data folder; the database lives in its `postgres` folder. */
  dataDir: string
  /** False gives up durability for speed; only for tests. */
  fsync?: boolean
  log?: Pick<Log, 'info' | 'warn'>
}

export interface EmbeddedPostgres {
  connectionString: string
  pid: number
  /** True when the server was already running. */
  adopted: boolean
  /** Resolves when the server is gone, for whatever reason. */
  whenExited(): Promise<void>
  /** Ends the server and waits until it is gone. */
  stop(): Promise<void>
}

const readyWithinMs = 120_000
const lingeringWithinMs = 15_000
const largestLogBytes = 10 * 2 ** 20

/** Starts the server, or adopts the one that still runs on this folder; resolves when it takes connections. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const unlock = await waitForProcessLock(options.dataDir, 'postgres-start', readyWithinMs)
  if (unlock === null)
    throw new Error(`Another process has been starting the database in ${options.dataDir} for minutes`)
  try {
    return await startAlone(options)
  } finally {
    await unlock()
  }
}

async function startAlone(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const homeDir = resolve(options.dataDir, 'postgres')
  const clusterDir = join(homeDir, 'data')
  const running = await waitWhileChanging(clusterDir)
  if (running !== null) {
    options.log?.info({ serverPid: running.pid }, 'embedded database adopted')
    return handleOf(clusterDir, running, true)
  }
  const runAs = await chooseRunAs(clusterDir)
  await makeHome(homeDir, runAs)
  const socketDir = socketFolder(homeDir)
  const [binDir] = await Promise.all([findBinaries(homeDir, runAs), makeSocketFolder(socketDir, runAs)])
  const place = { binDir, clusterDir, runAs, fsync: options.fsync ?? true }
  const made = await initCluster(place)
  if (made === 'made') options.log?.info({ folder: clusterDir }, 'embedded database made')
  const started = await launch(place, homeDir, socketDir)
  options.log?.info({ serverPid: started.pid }, 'embedded database started')
  return handleOf(clusterDir, started, false)
}

/** The address the database of a data folder has whenever it runs. */
export function embeddedDatabaseUrl(dataDir: string): string {
  return socketUrl(socketFolder(resolve(dataDir, 'postgres')), databaseName)
}

function handleOf(clusterDir: string, { pid, socketDir }: Postmaster, adopted: boolean): EmbeddedPostgres {
  return {
    connectionString: socketUrl(socketDir, databaseName),
    pid,
    adopted,
    whenExited: () => waitForExit(clusterDir, pid),
    stop: () => stopPostmaster(clusterDir, pid),
  }
}

async function makeHome(homeDir: string, runAs: RunAs): Promise<void> {
  const dataDir = dirname(homeDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await mkdir(homeDir, { recursive: true, mode: 0o700 })
  if (runAs.kind !== 'nobody') return
  // Nobody must be able to walk to the cluster, which is closed by itself.
  await chown(homeDir, runAs.ownerId, runAs.ownerId)
  await chmod(homeDir, 0o755)
  await chmod(dataDir, (await stat(dataDir)).mode | 0o001)
  for (let each = dirname(dataDir); each !== dirname(each); each = dirname(each)) {
    if (((await stat(each)).mode & 0o001) !== 0) continue
    throw new Error(
      `PostgreSQL does not run as root, and here it can only run as nobody, who cannot enter ${each}. ` +
        'Start the service as an ordinary user, or name an SVC_DATA_DIR that everyone can walk to.',
    )
  }
}

/** A server may still be recovering or stopping at someone's request; that is awaited. */
async function waitWhileChanging(clusterDir: string): Promise<Postmaster | null> {
  const deadline = Date.now() + readyWithinMs
  for (;;) {
    const found = await findPostmaster(clusterDir)
    if (found === null || found.status === 'ready') return found
    if (Date.now() > deadline)
      throw new Error(`The embedded database (process ${found.pid}) is ${found.status} forever`)
    await sleep(20)
  }
}

async function launch(place: ClusterPlace, homeDir: string, socketDir: string): Promise<Postmaster> {
  const logPath = join(homeDir, 'postgres.log')
  const deadline = Date.now() + lingeringWithinMs
  for (;;) {
    // Nothing of ours runs here, so a pid file is a leftover; with a reused number PostgreSQL would refuse to start.
    await rm(join(place.clusterDir, 'postmaster.pid'), { force: true })
    const { child, logStart } = await spawnServer(place, logPath, socketDir)
    const postmaster = await waitUntilReady(place.clusterDir, child)
    if (postmaster !== null) return postmaster
    const said = (await readFile(logPath)).subarray(logStart).toString()
    const isLingering = /shared memory block .* is still in use/.test(said)
    if (!isLingering || Date.now() > deadline) throw new Error(`The embedded database does not start:\n${said.trim()}`)
    await endOrphanedSessions(place.clusterDir)
    await sleep(20)
  }
}

async function spawnServer(place: ClusterPlace, logPath: string, socketDir: string) {
  const { binDir, clusterDir, runAs, fsync } = place
  const logSize = (await stat(logPath).catch(() => null))?.size ?? 0
  if (logSize > largestLogBytes) await rename(logPath, `${logPath}.1`)
  const logFile = await open(logPath, 'a', 0o600)
  try {
    const logStart = (await logFile.stat()).size
    const args = ['-D', clusterDir, ...serverSettings(socketDir, fsync)]
    const stdio: ['ignore', number, number] = ['ignore', logFile.fd, logFile.fd]
    // An own session: Ctrl-C in the terminal must not reach the server before the service has let go of it.
    const child = spawnAs(runAs, join(binDir, 'postgres'), args, {
      cwd: clusterDirOrRoot(place),
      detached: true,
      stdio,
    })
    await once(child, 'spawn')
    child.unref()
    return { child, logStart }
  } finally {
    await logFile.close()
  }
}

/** Nobody may not be able to enter our own working folder. */
function clusterDirOrRoot({ runAs, clusterDir }: ClusterPlace): string {
  return runAs.kind === 'nobody' ? '/' : clusterDir
}

/** The server's own word that it is ready; null when it ended instead. */
async function waitUntilReady(clusterDir: string, child: ChildProcess): Promise<Postmaster | null> {
  const deadline = Date.now() + readyWithinMs
  while (child.exitCode === null && child.signalCode === null) {
    const found = await findPostmaster(clusterDir)
    if (found?.status === 'ready' && found.pid === child.pid) return found
    if (Date.now() > deadline) throw new Error('The embedded database was not ready in two minutes')
    await sleep(5)
  }
  return null
}
