import { existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type KeptPostgres, keepEmbeddedPostgres } from '../../platform/embedded-postgres/keep-embedded-postgres.ts'
import { waitForProcessLock } from '../../platform/embedded-postgres/process-lock.ts'
import { createLog, type Log, logNotices } from '../../platform/log.ts'
import type { Config } from '../../platform/settings/config.ts'
import { loadOrCreateSecrets, secretsEnvironment } from '../../platform/settings/secrets.ts'
import { type ChildExit, type ChildSpec, type Supervisor, supervise } from '../../platform/supervise.ts'
import { noArguments } from '../words/parse-options.ts'
import { loadServiceConfig } from './load-service-config.ts'
import type { ChildMessage, ServeMessage } from './service-messages.ts'

const stopWithinMs = 25_000
const lockWithinMs = 3_000
const largestLogBytes = 20 * 2 ** 20

/**
 * What threads free goes back to the machine: by itself the C library keeps it, in an arena for each few threads, after large
 * files for ever. `deploy/` sets the same for processes that are started one by one.
 */
const givesBackMemory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
/** Left to itself the space for what has just been made grows to 128 MB in a busy process, and stays. */
const boundsNewSpace = '--max-semi-space-size=16'

/** `svc serve`: the database, the API and the jobs in one process tree, until SIGINT or SIGTERM. */
export async function run(args: string[]): Promise<number> {
  noArguments(args, 'serve')
  const config = await loadServiceConfig({ listens: true })
  const unlock = await waitForProcessLock(config.dataDir, 'serve', lockWithinMs)
  if (unlock === null) {
    process.stderr.write(`Another svc process uses ${config.dataDir}; stop it or name another SVC_DATA_DIR\n`)
    return 2
  }
  const logFile = logFileOf(config)
  const log = createLog(config, 'serve')
  if (logFile !== null) log.level = 'error' // A terminal shows what a person must know; the file has the rest.
  logNotices(config, log)
  try {
    return await serve(config, log, logFile)
  } finally {
    await unlock()
  }
}

async function serve(config: Config, log: Log, logFile: LogFile | null): Promise<number> {
  const startedAt = performance.timeOrigin
  const outcome = Promise.withResolvers<number>()
  const state = {
    postgres: null as KeptPostgres | null,
    databaseUrl: config.databaseUrl,
    isMigrated: false,
    isPrepared: false,
  }
  const ready = new Map<string, string | null>()
  let ownerPasswordFile: string | null = null
  let failure = ''

  const supervisor = supervise({
    children: childSpecs(config, logFile?.fd ?? 'inherit'),
    log,
    onStart: (name) => brief(name),
    onMessage: (name, message) => hear(name, message as ChildMessage),
    onExit: (name, exit) => isWorthRestarting(name, exit),
  })

  /** In words where somebody watches, for the rest is kept from them. */
  function tellStep(text: string): void {
    if (logFile === null) log.info(text)
    else process.stdout.write(`${text[0]?.toUpperCase()}${text.slice(1)} …\n`)
  }

  /** Tells a child as much as is true now; the rest follows when it becomes true. */
  function brief(name: string): void {
    if (state.databaseUrl === null) return
    tell(supervisor, name, { kind: 'open', databaseUrl: state.databaseUrl, isMigrated: state.isMigrated })
    if (state.isPrepared) tell(supervisor, name, { kind: 'start', prepare: false })
    else if (state.isMigrated && name === 'api') tell(supervisor, name, { kind: 'start', prepare: true })
  }

  function hear(name: string, message: ChildMessage): void {
    if (message.kind === 'step') tellStep(message.text)
    if (message.kind === 'failed') failure = message.message
    if (message.kind === 'migrated') {
      state.isMigrated = true
      tell(supervisor, 'api', { kind: 'start', prepare: true })
    }
    if (message.kind === 'prepared') {
      state.isPrepared = true
      ownerPasswordFile = message.ownerPasswordFile
      tell(supervisor, 'jobs', { kind: 'start', prepare: false })
    }
    if (message.kind !== 'ready') return
    const isComplete = ready.size === 2
    ready.set(name, message.address)
    if (ready.size < 2 || isComplete) return
    const seconds = (Date.now() - startedAt) / 1000
    process.stdout.write(greeting({ config, address: ready.get('api')!, ownerPasswordFile, logFile, seconds }))
  }

  /** Until everything has run once, an end is a fault that starting again does not mend. */
  function isWorthRestarting(name: string, { code, signal }: ChildExit): boolean {
    if (ready.size === 2) return true
    process.stderr.write(`svc does not start: ${failure || `its process ${name} ended with ${code ?? signal}`}\n`)
    outcome.resolve(code === 2 ? 2 : 1)
    return false
  }

  listenForSignals(supervisor, () => outcome.resolve(0))
  try {
    if (config.databaseUrl === null) {
      if (!existsSync(join(config.dataDir, 'postgres/data'))) tellStep('making a database')
      state.postgres = await keepEmbeddedPostgres({ dataDir: config.dataDir, log })
      state.databaseUrl = state.postgres.connectionString
      for (const name of ['api', 'jobs']) brief(name)
    }
    return await outcome.promise
  } catch (error) {
    log.fatal({ error }, 'cannot start')
    process.stderr.write(`svc does not start: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  } finally {
    log.info('stopping')
    await supervisor.stop(stopWithinMs)
    await state.postgres?.stop()
  }
}

function tell(supervisor: Supervisor, name: string, message: ServeMessage): void {
  supervisor.send(name, message)
}

function childSpecs(config: Config, output: number | 'inherit'): ChildSpec[] {
  // Under its own name the runtime would make the folder before the child can close it to others.
  const { NODE_COMPILE_CACHE: _, ...inherited } = process.env
  const env = {
    // One process serves, so that nobody else counts.
    SVC_RATE_LIMIT_STORE: 'process',
    ...givesBackMemory,
    ...inherited,
    ...secretsEnvironment(loadOrCreateSecrets(config)),
    SVC_COMPILE_CACHE: join(config.dataDir, 'cache', 'compile'),
  }
  const execArgv = ['--disable-proto=delete', boundsNewSpace]
  return ['api', 'jobs'].map((name) => ({ name, modulePath: commandFile(), args: [name], env, execArgv, output }))
}

/** The command as it is installed, beside the checkout's folders or beside `dist/`: it keeps compiled modules from the first. */
function commandFile(): string {
  const root = import.meta.url.endsWith('.ts') ? '../../../' : '../../../../'
  return fileURLToPath(new URL(`${root}bin/svc.js`, import.meta.url))
}

/** The first signal stops everything in order; a second one, given on purpose, ends the children at once. */
function listenForSignals(supervisor: Supervisor, stop: () => void): void {
  let firstAt = 0
  const heed = () => {
    // npm passes Ctrl-C on to a process that the terminal has already told.
    const isOnPurpose = firstAt !== 0 && Date.now() - firstAt > 500
    firstAt ||= Date.now()
    if (isOnPurpose) supervisor.kill()
    else stop()
  }
  process.on('SIGINT', heed)
  process.on('SIGTERM', heed)
  process.on('SIGHUP', heed)
}

interface LogFile {
  path: string
  fd: number
}

/** In a terminal the children's lines go to a file, else they would bury what a person wants to read. */
function logFileOf(config: Config): LogFile | null {
  if (!process.stderr.isTTY || config.logJson) return null
  const folder = join(config.dataDir, 'logs')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'svc.log')
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > largestLogBytes) renameSync(path, `${path}.1`)
  return { path, fd: openSync(path, 'a', 0o600) }
}

interface Greeting {
  config: Config
  address: string
  ownerPasswordFile: string | null
  logFile: LogFile | null
  seconds: number
}

function greeting({ config, address, ownerPasswordFile, logFile, seconds }: Greeting): string {
  const near = (path: string) => (relative('.', path).startsWith('..') ? path : relative('.', path))
  const signIn = ownerPasswordFile === null ? '' : `${config.adminUsername}, password in ${near(ownerPasswordFile)}`
  const facts: [string, string][] = [
    ['Open', `${address}/`],
    ['API', `${address}/api/v1/`],
    ['Docs', `${address}/api/v1/docs/`],
    ['Sign in', signIn],
    ['Data', config.databaseUrl === null ? `${near(config.dataDir)} (embedded PostgreSQL)` : near(config.dataDir)],
    ['Log', logFile === null ? '' : near(logFile.path)],
  ]
  const lines = facts.filter(([, fact]) => fact !== '').map(([name, fact]) => `  ${name.padEnd(8)} ${fact}`)
  const title = `svc ${config.version} is ready (${seconds.toFixed(1)} s)`
  return ['', title, '', ...lines, '', 'Stop with Ctrl-C.', '', ''].join('\n')
}
