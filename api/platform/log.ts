import { pino } from 'pino'
import type { Config } from './settings/config.ts'

/** A logger that writes one JSON object per line. */
export type Log = pino.Logger

const pinoLevels = {
  trace: 'trace',
  debug: 'debug',
  info: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'fatal',
} as const

/** Keys whose values never reach a line, at the top and one level down. */
const secretKeys = [
  'password',
  'token',
  'access',
  'refresh',
  'ticket',
  'secret',
  'secretKey',
  'jwtSigningKey',
  'encryptionKey',
  'integrationEncryptionKey',
  'adminPassword',
  'databaseUrl',
  'connectionString',
  'redisUrl',
  'smtpUrl',
  'authorization',
  'cookie',
  'headers',
  'body',
]

/**
 * Makes the logger of a process; `role` says which (api, jobs, serve, cli). Lines go to standard error, because standard output belongs to the results
 * of commands. Writing is synchronous, so the last line before a crash is there.
 */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  role: string,
  destination: pino.DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino(
    {
      level: pinoLevels[config.logLevel],
      base: { pid: process.pid, role },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`]), censor: '[hidden]' },
      serializers: { err: describeError, error: describeError },
    },
    destination,
  )
}

/**
 * An error as log fields. Database errors carry row values in `detail`, `where` and the statement, so only their
 * code and the names of table and constraint are kept beside message and stack.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, table, constraint, cause } = error as Error & Record<string, unknown>
  const isDatabaseError = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in error
  return {
    type: error.name,
    message: isDatabaseError ? `database error ${code}` : error.message,
    // The first line of a stack repeats the message.
    stack: isDatabaseError ? error.stack?.slice(error.stack.indexOf('\n    at ') + 1) : error.stack,
    ...(code !== undefined && { code }),
    ...(table !== undefined && { table }),
    ...(constraint !== undefined && { constraint }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

/** Logs what the operator should know about the settings though it stops nothing. */
export function logNotices(config: Config, log: Log): void {
  for (const notice of config.notices) log.fatal(notice)
  const names = config.unknownNames.map(({ name }) => name)
  if (names.length > 0) log.warn({ names }, 'no such settings; they have no effect')
}
