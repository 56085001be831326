import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ConfigError, configKey, loadConfig, throttlePhrase } from '../../../api/platform/settings/config.ts'
import { loadOrCreateSecrets } from '../../../api/platform/settings/secrets.ts'
import { settings } from '../../../api/platform/settings/settings.ts'

type Environment = Record<string, string>

const longSecret = 'kJ3v9Qw_7mZx-2LpRt5YbNc8HdFg4SaUe6'
const production = {
  SVC_ENV: 'production',
  SVC_DATABASE_URL: 'postgres://svc:pw@db.internal/svc?sslmode=verify-full',
  SVC_SECRET_KEY: longSecret,
  INTEGRATION_ENCRYPTION_KEY: `${longSecret}x`,
  SVC_ALLOW_LOCAL_ATTACHMENT_STORAGE: 'true',
}

function faultsOf(env: Environment): ConfigError['faults'] {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

t.test('an empty environment gives the documented defaults', async (t) => {
  const config = loadConfig({})
  t.match(config, {
    env: 'development',
    host: '127.0.0.1',
    port: 8000,
    dataDir: join(process.cwd(), '.svc'),
    databaseUrl: null,
    publicUrl: 'http://127.0.0.1:8000',
    appUrl: 'http://127.0.0.1:8000',
    adminUsername: 'admin',
    adminEmail: 'admin@localhost',
    loadSample: true,
    throttleAnonRate: { limit: 60, windowSeconds: 60 },
    throttleMentionDayRate: { limit: 1000, windowSeconds: 86_400 },
    mcSimulationCap: 1000,
    planfileMaxUploadMb: 50,
    authRefreshCookieName: 'svc_refresh',
    authRefreshCookieSecure: true,
    numProxies: 0,
    rateLimitEnabled: true,
    notices: [],
  })
  t.ok(config.computeThreads >= 1)
  t.match(config.version, /^\d+\.\d+\.\d+/)
})

t.test('every setting has its own key, a meaning and a default that is allowed', async (t) => {
  const keys = Object.keys(settings).map(configKey)
  t.equal(new Set(keys).size, keys.length)
  const config = loadConfig({}) as unknown as Record<string, unknown>
  for (const [name, setting] of Object.entries(settings)) {
    t.ok(setting.meaning.length > 3, name)
    t.ok(configKey(name) in config, `${name} is in the configuration`)
  }
})

t.test('values are read by kind', async (t) => {
  const config = loadConfig({
    SVC_PORT: ' 9000 ',
    SVC_HOST: '0.0.0.0',
    MC_SIMULATION_CAP: 'None',
    SVC_THROTTLE_USER_RATE: '5/s',
    SVC_LOAD_SAMPLE: 'False',
    SVC_EGRESS_ALLOWLISTED_HOSTS: 'a.example, b.example:8443,',
    SVC_AUTH_REFRESH_COOKIE_SAMESITE: 'lax',
    SVC_PUBLIC_API_BASE_URL: 'https://api.example/',
    SVC_ADMIN_EMAIL: '',
    EMAIL_HOST: 'mail.example',
    EMAIL_HOST_USER: 'robot@example',
    EMAIL_HOST_PASSWORD: 'p w',
  })
  t.match(config, {
    port: 9000,
    mcSimulationCap: null,
    throttleUserRate: { limit: 5, windowSeconds: 1 },
    loadSample: false,
    egressAllowlistedHosts: ['a.example', 'b.example:8443'],
    authRefreshCookieSamesite: 'Lax',
    publicUrl: 'https://api.example',
    adminEmail: 'admin@localhost',
    smtpUrl: 'smtp://robot%40example:p%20w@mail.example:587?requireTLS=true',
  })
  t.equal(loadConfig({ SVC_HOST: '::', SVC_PORT: '1' }).publicUrl, 'http://localhost:1')
  t.equal(loadConfig({ SVC_HOST: '::1', SVC_PORT: '1' }).publicUrl, 'http://[::1]:1')
})

t.test('old names are read when the new one is unset', async (t) => {
  const old = { AUTH_REFRESH_COOKIE_NAME: 'old', AUTH_REFRESH_COOKIE_SECURE: 'no' }
  t.match(loadConfig(old), { authRefreshCookieName: 'old', authRefreshCookieSecure: false })
  t.equal(loadConfig({ ...old, SVC_AUTH_REFRESH_COOKIE_NAME: 'new' }).authRefreshCookieName, 'new')
})

t.test('all bad settings are named at once, with what they hold and what is allowed', async (t) => {
  const env = {
    SVC_PORT: '70000',
    SVC_THROTTLE_ANON_RATE: 'often',
    MC_TASK_CAP: '-1',
    SVC_LOAD_SAMPLE: 'maybe',
    SVC_PUBLIC_URL: 'ftp://x',
    AUTH_REFRESH_COOKIE_SAMESITE: 'sometimes',
  }
  t.strictSame(new Set(faultsOf(env).map((fault) => fault.name)), new Set(Object.keys(env)))
  t.throws(() => loadConfig(env), /SVC_PORT holds "70000"; allowed: a whole number from 0 to 65535/)
  t.throws(() => loadConfig(env), /^6 settings cannot be used/)
})

t.test('a bad secret is named without showing it', async (t) => {
  const [fault] = faultsOf({ SVC_DATABASE_URL: 'mysql://root:hunter2@db/x' })
  t.equal(fault?.name, 'SVC_DATABASE_URL')
  t.notMatch(JSON.stringify(fault), /hunter2/)
  t.match(faultsOf({ SVC_SECRET_KEY: 'short-one' })[0]?.holds, /9 characters/)
})

t.test('a secret may come from a file, but not twice', async (t) => {
  const file = join(t.testdir({ key: `${longSecret}\n` }), 'key')
  t.equal(loadConfig({ SVC_SECRET_KEY_FILE: file }).secretKey, longSecret)
  t.equal(faultsOf({ SVC_SECRET_KEY_FILE: file, SVC_SECRET_KEY: longSecret })[0]?.name, 'SVC_SECRET_KEY')
  t.match(faultsOf({ SVC_SECRET_KEY_FILE: `${file}.gone` }), [{ name: 'SVC_SECRET_KEY_FILE', holds: /ENOENT/ }])
})

t.test('the environment wins over .env', async (t) => {
  const before = process.cwd()
  process.chdir(t.testdir({ '.env': 'SVC_PORT=8111\nSVC_ADMIN_USERNAME="file.owner"\n' }))
  t.teardown(() => process.chdir(before))
  process.env.SVC_PORT = '8222'
  t.teardown(() => delete process.env.SVC_PORT)
  t.match(loadConfig(), { port: 8222, adminUsername: 'file.owner' })
})

t.test('throttles stay on without the exact phrase, and the notices say so', async (t) => {
  const switched = { SVC_RATE_LIMIT_ENABLED: 'false' }
  t.match(loadConfig({ ...switched, SVC_RATE_LIMIT_DISABLE_ACK: 'yes' }), {
    rateLimitEnabled: true,
    notices: [/ignored/],
  })
  t.match(loadConfig({ ...switched, SVC_RATE_LIMIT_DISABLE_ACK: throttlePhrase }), {
    rateLimitEnabled: false,
    notices: [/off/],
  })
})

t.test('a misspelt setting is found', async (t) => {
  const env = { SVC_PROT: '1', SVC_SECRET_KEY_FILE: '', SVC_API_TOKEN: 'x' }
  t.strictSame(loadConfig(env).unknownNames, [{ name: 'SVC_PROT', meant: 'SVC_PORT' }])
})

t.test('production refuses each unsafe setting', async (t) => {
  t.strictSame(faultsOf(production), [])
  const unsafe: [string, Environment][] = [
    ['SVC_DATABASE_URL', { SVC_DATABASE_URL: '' }],
    ['SVC_DATABASE_URL', { SVC_DATABASE_URL: 'postgres://svc@db.internal/svc' }],
    ['SVC_SECRET_KEY', { SVC_SECRET_KEY: '' }],
    ['SVC_SECRET_KEY', { SVC_SECRET_KEY: `change-me-${longSecret}` }],
    ['INTEGRATION_ENCRYPTION_KEY', { INTEGRATION_ENCRYPTION_KEY: '' }],
    ['SVC_RATE_LIMIT_ENABLED', { SVC_RATE_LIMIT_ENABLED: 'false' }],
    ['SVC_AUTH_REFRESH_COOKIE_SECURE', { SVC_AUTH_REFRESH_COOKIE_SECURE: 'false' }],
    ['SVC_ALLOW_LOCAL_ATTACHMENT_STORAGE', { SVC_ALLOW_LOCAL_ATTACHMENT_STORAGE: 'false' }],
  ]
  for (const [name, change] of unsafe) {
    t.strictSame(
      faultsOf({ ...production, ...change }).map((fault) => fault.name),
      [name],
      JSON.stringify(change),
    )
  }
  const local = { SVC_DATABASE_URL: 'postgres://svc@%2Frun%2Fpg/svc' }
  t.strictSame(faultsOf({ ...production, ...local }), [], 'a socket needs no TLS')
})

t.test('unset keys are generated once, in a file that only its owner reads', async (t) => {
  const dataDir = join(t.testdir(), 'data')
  const first = loadOrCreateSecrets(loadConfig({ SVC_DATA_DIR: dataDir }))
  const second = loadOrCreateSecrets(loadConfig({ SVC_DATA_DIR: dataDir }))
  t.strictSame(second, first)
  t.ok(first.secretKey.length >= 32 && first.encryptionKey !== first.secretKey)
  t.equal(first.jwtSigningKey, first.secretKey)
  t.equal(statSync(join(dataDir, 'secrets.json')).mode & 0o777, 0o600)
  const given = loadOrCreateSecrets(loadConfig({ SVC_DATA_DIR: dataDir, SVC_SECRET_KEY: longSecret }))
  t.strictSame(given, { secretKey: longSecret, jwtSigningKey: longSecret, encryptionKey: first.encryptionKey })
})

t.test('a damaged secrets file is an error, not a new set of keys', async (t) => {
  const dataDir = join(t.testdir(), 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'secrets.json'), '{"secretKey":""}')
  t.throws(() => loadOrCreateSecrets(loadConfig({ SVC_DATA_DIR: dataDir })), /does not hold both/)
})

t.test('the folder of a database socket may stand where libpq takes it', async (t) => {
  const read = (url: string) => loadConfig({ SVC_DATABASE_URL: url }).databaseUrl
  t.equal(read('postgres:///svc?host=/run/postgresql'), 'postgres://%2Frun%2Fpostgresql/svc')
  t.equal(
    read('postgres://ann@localhost:5433/svc?host=/run/pg&application_name=x'),
    'postgres://ann@%2Frun%2Fpg:5433/svc?application_name=x',
  )
  t.equal(read('postgres://ann@db.example.org/svc'), 'postgres://ann@db.example.org/svc')
})
