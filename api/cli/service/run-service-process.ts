import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Services } from '../../platform/context.ts'
import { tellDatabaseTrouble } from '../../platform/db/database-trouble.ts'
import { createLog, type Log, logNotices } from '../../platform/log.ts'
import { readFigures } from '../../platform/metrics/metrics.ts'
import { type Config, ConfigError } from '../../platform/settings/config.ts'
import { startTelemetry } from '../../platform/telemetry/start-telemetry.ts'
import { loadServiceConfig } from './load-service-config.ts'
import { refuseUnsafeServer } from './refuse-unsafe-server.ts'
import type { ChildMessage, ServeMessage } from './service-messages.ts'

/** A started part of the service. */
export interface Running {
  /** Where it listens, if it does. */
  address?: string
  /** Tells those who watch that it is going, and waits until they may have noticed. */
  leave?(): Promise<void>
  close(): Promise<void>
}

export interface ServiceProcess {
  role: 'api' | 'jobs'
  /** Under `svc serve` it brings the database up to date, while the other process still loads its modules. */
  migrates?: boolean
  /** Loads the modules and gives the function that starts the service. */
  load(): Promise<(services: Services, config: Config) => Promise<Running>>
}

/** One second less than `svc serve` and container runtimes wait before they kill. */
const stopWithinMs = 24_000

/**
 * Runs the API or the jobs until SIGTERM, and gives the exit code. Under `svc serve` modules load while the database
 * is still starting, and the process ends when its supervisor is gone.
 */
export async function runServiceProcess({ role, migrates = false, load }: ServiceProcess): Promise<number> {
  const isSupervised = process.send !== undefined
  // Ctrl-C in a terminal reaches the whole group; under `svc serve` only the supervisor decides.
  if (isSupervised) process.on('SIGINT', () => {})
  const stopRequested = whenStopRequested(isSupervised)
  const start = nextServeMessage('start')
  const opened = isSupervised ? nextServeMessage('open') : null
  const migration = migrates && isSupervised ? import('../../platform/db/migrate.ts') : null
  const loadModules = () => Promise.all([import('../../server/boot.ts'), load()])
  // Everybody waits for the migration, and nobody for the rest of the process that does it.
  const loaded = migration === null ? loadModules() : null
  for (const loading of [migration, loaded]) loading?.catch(() => {}) // Reported below, once the configuration is known.
  let log: Log | undefined
  try {
    const open = await Promise.race([opened, stopRequested])
    if (open === 'stop') return 0
    if (open !== null) process.env.SVC_DATABASE_URL = open.databaseUrl
    const config = await loadServiceConfig({ listens: role === 'api' && !isSupervised })
    log = createLog(config, role)
    failLoudly(log)
    if (!isSupervised) logNotices(config, log)
    if (config.databaseUrl === null) throw new ConfigError([needsDatabase])
    if (migration !== null && open?.isMigrated === false) {
      await (await migration).migrate(config, { onBehind: () => tellStep('bringing the database up to date') })
      tell({ kind: 'migrated' })
    }
    const [{ createServices }, startService] = await (loaded ?? loadModules())
    const telemetry = await startTelemetry(config, log, role)
    const services = await createServices(config, { role })
    telemetry?.watch(() => readFigures(services))
    if (config.env === 'production') await refuseUnsafeServer(services)
    const begin = isSupervised ? await Promise.race([start, stopRequested]) : null
    if (begin === 'stop') return await closeAll(log, services.close())
    if (begin?.prepare) await prepare(config, services)
    if (!(await isPrepared(role, services, stopRequested))) return await closeAll(log, services.close())
    const running = await startService(services, config)
    onFatal = () => running.close()
    tell({ kind: 'ready', address: running.address ?? null })
    log.info({ address: running.address }, 'ready')
    // The compile cache is written when the process ends: writing it here held the first requests up for seconds.
    await stopRequested
    log.info('stopping')
    return await closeAll(
      log,
      Promise.resolve(running.leave?.())
        .then(() => running.close())
        .then(() => telemetry?.close())
        .then(() => services.close()),
    )
  } catch (error) {
    return reportFailure(error, log)
  } finally {
    if (process.connected) process.disconnect()
  }
}

const needsDatabase = {
  name: 'SVC_DATABASE_URL',
  holds: 'nothing',
  allowed: 'the address of a PostgreSQL (or use `svc serve`, which brings one)',
}

async function prepare(config: Config, services: Services): Promise<void> {
  const { bootstrap, OWNER_PASSWORD_FILE } = await import('../../server/bootstrap.ts')
  await bootstrap(services, tellStep)
  // It stays until the owner deletes it, and people look for it at later starts too.
  const path = join(config.dataDir, OWNER_PASSWORD_FILE)
  tell({ kind: 'prepared', ownerPasswordFile: existsSync(path) ? path : null })
}

/**
 * The jobs wait for a database that is not migrated, or not there yet; the API serves meanwhile, and tells its callers.
 * False when the process is to stop first.
 */
async function isPrepared(role: 'api' | 'jobs', services: Services, stopRequested: Promise<'stop'>): Promise<boolean> {
  const { isNotMigrated, NOT_MIGRATED, untilMigrated } = await import('../../platform/db/migration-state.ts')
  if (role === 'api') {
    if (await isNotMigrated(services)) services.log.error(NOT_MIGRATED)
    return true
  }
  const stopping = new AbortController()
  stopRequested.then(() => stopping.abort())
  return untilMigrated(services, stopping.signal)
}

function tellStep(text: string): void {
  tell({ kind: 'step', text })
}

function tell(message: ChildMessage): void {
  process.send?.(message)
}

function nextServeMessage<K extends ServeMessage['kind']>(kind: K): Promise<Extract<ServeMessage, { kind: K }>> {
  return new Promise((settle) => {
    process.on('message', (message: ServeMessage) => {
      if (message.kind === kind) settle(message as Extract<ServeMessage, { kind: K }>)
    })
  })
}

function whenStopRequested(isSupervised: boolean): Promise<'stop'> {
  return new Promise((settle) => {
    const stop = () => settle('stop')
    process.on('SIGTERM', stop)
    if (isSupervised) process.on('disconnect', stop)
    else process.on('SIGINT', stop)
  })
}

async function closeAll(log: Log, closing: Promise<void>): Promise<number> {
  const impatience = setTimeout(() => {
    log.error({ stopWithinMs }, 'not stopped in time')
    process.exit(1)
  }, stopWithinMs)
  await closing
  clearTimeout(impatience)
  return 0
}

function reportFailure(thrown: unknown, log: Log | undefined): number {
  const error = tellDatabaseTrouble(thrown)
  const isRefusal = error instanceof ConfigError
  const exitCode = isRefusal ? 2 : 1
  const message = error instanceof Error ? error.message : String(error)
  tell({ kind: 'failed', message, exitCode })
  if (log !== undefined && !isRefusal) log.fatal({ error }, 'cannot start')
  else process.stderr.write(`${message}\n`)
  return exitCode
}

/** What stops taking requests after an error that nothing caught; set once the service runs. */
let onFatal: () => Promise<void> = async () => {}

/** After an error that nothing caught the state is unknown: log it, stop accepting and end with 1. */
function failLoudly(log: Log): void {
  const fail = (error: unknown) => {
    process.exitCode = 1
    log.fatal({ error }, 'an error that nothing caught')
    const end = () => process.exit(1)
    setTimeout(end, 5_000)
    onFatal().then(end, end)
  }
  process.once('uncaughtException', fail)
  process.once('unhandledRejection', fail)
}
