import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseEnv } from 'node:util'
import packageJson from '../../../package.json' with { type: 'json' }
import { closestName } from '../closest-name.ts'
import { productionFaults } from './production-faults.ts'
import { contradictions } from './setting-contradictions.ts'
import type { Rate, Setting } from './setting-kinds.ts'
import type { ConfigFault, SettingValues } from './setting-values.ts'
import { settings } from './settings.ts'

export type { Rate }

/** The settings under their camelCase names, with what follows from them. */
export type Config = Readonly<
  Omit<SettingValues, 'appUrl' | 'publicUrl' | 'computeThreads' | 'version' | 'defaultFromEmail'> & {
    appUrl: string
    publicUrl: string
    /** Whether somebody said where the client is, so that links in mails lead to it. */
    isAppUrlSet: boolean
    computeThreads: number
    version: string
    defaultFromEmail: string
    /** What the operator must know though it stops nothing; logged as critical at start. */
    notices: readonly string[]
    /** Variables that look like settings and are none, with the setting that was most likely meant. */
    unknownNames: readonly { name: string; meant: string | null }[]
  }
>

/** All settings that cannot be used, reported at once. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly faults: readonly ConfigFault[]

  constructor(faults: readonly ConfigFault[]) {
    const lines = faults.map(({ name, holds, allowed }) => `  ${name} holds ${holds}; allowed: ${allowed}`)
    super([`${faults.length} setting${faults.length === 1 ? '' : 's'} cannot be used:`, ...lines].join('\n'))
    this.faults = faults
  }
}

/** The phrase without which `SVC_RATE_LIMIT_ENABLED=false` has no effect. */
export const throttlePhrase = 'I understand that this removes every throttle'

/** Variables of the same prefix that other programs read. */
const foreignNames = new Set(['SVC_API_URL', 'SVC_API_TOKEN', 'SVC_COMPILE_CACHE', 'SVC_TEST_DATABASE_URL'])

type Environment = Record<string, string | undefined>

/**
 * Reads every setting from the environment (and `.env`, over which the environment wins).
 * Throws one `ConfigError` that names all faults.
 */
export function loadConfig(env: Environment = withDotEnv(process.env)): Config {
  const faults: ConfigFault[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(settings) as [string, Setting<unknown>][]) {
    values[configKey(name)] = readSetting(env, name, setting, faults)
  }
  const given = values as SettingValues
  faults.push(...contradictions(given))
  if (given.env === 'production') faults.push(...productionFaults(given, areThrottlesOff(given)))
  if (faults.length > 0) throw new ConfigError(faults)
  return deriveConfig(given, env)
}

/** The name of a setting in `Config`: `SVC_HOST` is `host`, `MC_TASK_CAP` is `mcTaskCap`. */
export function configKey(name: string): string {
  return name
    .replace(/^SVC_/, '')
    .toLowerCase()
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function withDotEnv(env: Environment): Environment {
  let text: string
  try {
    text = readFileSync('.env', 'utf8')
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return env
    throw new ConfigError([
      { name: '.env', holds: `what cannot be read (${code})`, allowed: 'a readable file, or none' },
    ])
  }
  return { ...parseEnv(text), ...env }
}

function readSetting(env: Environment, name: string, setting: Setting<unknown>, faults: ConfigFault[]): unknown {
  for (const candidate of [name, ...(setting.aliases ?? [])]) {
    const text = readText(env, candidate, setting, faults)
    // An empty value counts as unset: compose files and shells pass `NAME=` for "not given".
    if (text === '') continue
    const value = setting.parse(text)
    if (value !== undefined) return value
    const holds = setting.secret ? `a secret of ${text.length} characters` : JSON.stringify(text)
    faults.push({ name: candidate, holds, allowed: setting.allowed })
    return setting.default
  }
  return setting.default
}

function readText(env: Environment, name: string, setting: Setting<unknown>, faults: ConfigFault[]): string {
  const text = env[name]?.trim() ?? ''
  const file = setting.secret ? (env[`${name}_FILE`]?.trim() ?? '') : ''
  if (file === '') return text
  if (text !== '') {
    faults.push({ name, holds: `a value, and so does ${name}_FILE`, allowed: 'only one of the two' })
    return ''
  }
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable'
    faults.push({ name: `${name}_FILE`, holds: `${JSON.stringify(file)} (${reason})`, allowed: 'a readable file' })
    return ''
  }
}

function deriveConfig(values: SettingValues, env: Environment): Config {
  const { host, port } = values
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const publicUrl = values.publicUrl ?? `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
  const appUrl = values.appUrl ?? publicUrl
  return {
    ...values,
    databaseUrl: values.databaseUrl === null ? null : withHostInPlace(values.databaseUrl),
    publicUrl,
    appUrl,
    isAppUrlSet: values.appUrl !== null,
    smtpUrl: values.smtpUrl ?? smtpUrlOf(values),
    computeThreads: values.computeThreads ?? Math.max(1, availableParallelism() - 1),
    version: values.version ?? packageJson.version,
    defaultFromEmail: values.defaultFromEmail ?? `no-reply@${new URL(appUrl).hostname}`,
    rateLimitEnabled: !areThrottlesOff(values),
    notices: noticesOf(values),
    unknownNames: unknownNamesOf(env),
  }
}

/**
 * libpq takes the host, most often the folder of a socket, as a parameter too (`postgres:///svc?host=/run/postgresql`), where
 * one of our readers of addresses does not look.
 */
function withHostInPlace(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  const host = url.searchParams.get('host')
  if (host === null) return databaseUrl
  url.searchParams.delete('host')
  const account = url.username === '' ? '' : `${url.username}${url.password === '' ? '' : `:${url.password}`}@`
  const port = url.port === '' ? '' : `:${url.port}`
  return `${url.protocol}//${account}${encodeURIComponent(host)}${port}${url.pathname}${url.search}`
}

/** Throttles go off only with both the switch and the exact phrase. */
function areThrottlesOff(values: SettingValues): boolean {
  return !values.rateLimitEnabled && values.rateLimitDisableAck === throttlePhrase
}

function smtpUrlOf(values: SettingValues): string | null {
  if (values.emailHost === '') return null
  const url = new URL(`smtp://${values.emailHost}:${values.emailPort}`)
  url.username = encodeURIComponent(values.emailHostUser)
  url.password = encodeURIComponent(values.emailHostPassword ?? '')
  if (values.emailUseTls) url.searchParams.set('requireTLS', 'true')
  return url.href
}

function noticesOf(values: SettingValues): string[] {
  if (values.rateLimitEnabled) return []
  if (areThrottlesOff(values)) return ['Every throttle is off']
  return ['SVC_RATE_LIMIT_ENABLED=false is ignored: SVC_RATE_LIMIT_DISABLE_ACK does not hold the phrase']
}

function unknownNamesOf(env: Environment): Config['unknownNames'] {
  const known = new Set<string>(foreignNames)
  for (const [name, { aliases = [], secret }] of Object.entries(settings) as [string, Setting<unknown>][]) {
    for (const each of [name, ...aliases]) known.add(each).add(secret ? `${each}_FILE` : each)
  }
  return Object.keys(env)
    .filter((name) => name.startsWith('SVC_') && !known.has(name))
    .sort()
    .map((name) => ({ name, meant: closestName(name, Object.keys(settings)) }))
}
