import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ConfigError, loadConfig } from '../../../api/platform/settings/config.ts'
import type { Setting } from '../../../api/platform/settings/setting-kinds.ts'
import { settings } from '../../../api/platform/settings/settings.ts'
import { svc } from '../../support/svc-command.ts'

// Processes are started; a busy machine takes its time.
t.setTimeout(180_000)

const HOSTS = [
  'not a host',
  'http://x',
  '999.1.1.1',
  '1.2.3',
  '[::1]',
  'a/b',
  'a_:b',
  '-a',
  'a..b',
  'x'.repeat(300),
  'a\u0000b',
]
const ADDRESSES = [
  'example.org',
  'ftp://example.org',
  'http:example.org',
  'http://',
  'http://a b',
  'http://a\tb',
  'http://*',
  'http://999.1.1.1',
  'http://user@example.org',
  'http://user:pw@example.org',
  'http://example.org?x=1',
  'http://example.org/?',
  'http://example.org#x',
  'http://example.org:99999',
  'http:\\\\example.org',
]

/** What settings of a kind of their own cannot hold; the others are told by the kind, below. */
const CANNOT: Record<string, readonly string[]> = {
  // Whether it can be a folder is seen when it is made, below.
  SVC_DATA_DIR: ['a\nb', '/a\u0007b'],
  SVC_HOST: HOSTS,
  EMAIL_HOST: HOSTS,
  SVC_ADMIN_USERNAME: ['a b', 'a/b', 'a:b', 'a\nb', 'x'.repeat(151), '<b>'],
  SVC_ADMIN_EMAIL: ['nobody', 'a@', '@b', 'a b@c', 'a@b@c', 'a@b\nc', `a@${'b'.repeat(300)}`],
  SVC_ADMIN_PASSWORD: ['short', 'x'.repeat(1025)],
  SVC_AUTH_REFRESH_COOKIE_NAME: ['a b', 'a;b', 'a=b', 'a,b', 'käse', '"a"', 'a\tb', '__Host-svc'],
  SVC_AUTH_REFRESH_COOKIE_PATH: ['api', 'api/v1/', '/a b', '/a;b', '/ä', '/a\nb', 'http://x/'],
  SVC_ALLOWED_ORIGINS: ['*', 'example.org', 'null', ...ADDRESSES, 'https://a.example/path', 'https://a.example, b'],
  SVC_PUBLIC_URL: [...ADDRESSES, 'https://example.org/path'],
  SVC_APP_URL: ADDRESSES,
  OTEL_EXPORTER_OTLP_ENDPOINT: ADDRESSES,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ADDRESSES,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: ADDRESSES,
  OTEL_RESOURCE_ATTRIBUTES: ['x', 'a b', '=x', 'a\nb=c'],
  OTEL_TRACES_SAMPLER_ARG: ['x', '-0.1', '1.1', 'NaN', '1e-400x'],
  SVC_ATTACHMENT_S3_ENDPOINT: ADDRESSES,
  SVC_ATTACHMENT_S3_BUCKET: ['a', 'A-bucket', 'a b', 'a/b', '-files', 'files.', 'x'.repeat(64)],
  SVC_DATABASE_URL: [
    'mysql://x/y',
    'x',
    'postgres:x',
    'postgres://h:99999/x',
    'postgres://a%zz@h/x',
    'postgres://h/%zz',
  ],
  SVC_REDIS_URL: ['http://x', 'redis:x', 'redis://h:99999', 'rediss://%zz@h'],
  SVC_SMTP_URL: ['http://x', 'smtp:x', 'smtp://h:99999', 'smtp://u:%zz@h'],
  DEFAULT_FROM_EMAIL: ['nobody', 'Works <nobody>', 'a@b, c@d', '<a@b> x'],
  SVC_EGRESS_ALLOWLISTED_HOSTS: ['http://x', 'a b', 'a:0', 'a:99999', 'a:b', '*.example', '999.1.1.1:80'],
  SVC_INTEGRATION_ALLOWED_HOSTS: ['http://x', '*.example'],
}
/** Any line of text will do. */
const ANY_LINE = [
  'SVC_EDITION',
  'SVC_VERSION',
  'SVC_BUILD_SHA',
  'EMAIL_HOST_USER',
  'OTEL_SERVICE_NAME',
  'SVC_RATE_LIMIT_DISABLE_ACK',
  'SVC_ATTACHMENT_S3_REGION',
  'SVC_ATTACHMENT_S3_ACCESS_KEY_ID',
]

/** Values that no setting of the kind takes, found by what its message allows. */
function byKind({ allowed, secret }: Setting<unknown>): readonly string[] {
  if (/^a whole number/.test(allowed)) return ['x', '1.5', '-1000', '1e3', '99999999999999999999', '0x10', 'NaN', '1 2']
  if (/^true or false/.test(allowed)) return ['maybe', '2', 'yes please']
  if (/^one of /.test(allowed)) return ['none of them', 'sometimes']
  if (/^a rate/.test(allowed)) return ['often', '0/min', '-1/min', '5', '5/week', '/min', '1.5/min']
  if (secret)
    return /^(\d+) to/.test(allowed)
      ? ['x'.repeat(Math.max(0, Number(/^(\d+)/.exec(allowed)?.[1]) - 1)), 'x'.repeat(5000)]
      : []
  return []
}

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map((fault) => fault.name)
    throw error
  }
}

t.test('every setting names itself when it holds what it cannot hold', async (t) => {
  for (const [name, setting] of Object.entries(settings) as [string, Setting<unknown>][]) {
    const given = ANY_LINE.includes(name) ? ['a\nb', 'a\u0007b', 'x'.repeat(1001)] : (CANNOT[name] ?? byKind(setting))
    const values = given.filter((value) => value !== '')
    t.ok(values.length > 0, `${name} cannot hold everything`)
    for (const value of values) t.strictSame(faultsOf({ [name]: value }), [name], `${name}=${JSON.stringify(value)}`)
    for (const older of setting.aliases ?? [])
      t.strictSame(faultsOf({ [older]: values[0] as string }), [older], `by the older name ${older}`)
  }
})

t.test('what they can hold is taken', async (t) => {
  const good: Record<string, readonly string[]> = {
    SVC_HOST: ['0.0.0.0', '::', '::1', 'localhost', 'api-1.example.org', 'svc_api'],
    SVC_ADMIN_USERNAME: ['admin', 'Änne.M', 'a@b.c', '管理者'],
    SVC_ADMIN_EMAIL: ['a@localhost', 'a+b@example.org'],
    SVC_AUTH_REFRESH_COOKIE_NAME: ['svc', '__Secure-svc', 'a.b-c_d!'],
    SVC_AUTH_REFRESH_COOKIE_PATH: ['/', '/api/v1/auth/', '/svc/api/v1/auth/token/'],
    SVC_ALLOWED_ORIGINS: ['https://a.example', 'https://a.example/, http://localhost:5173', 'http://[::1]:3000'],
    SVC_PUBLIC_URL: ['https://plan.example.org/', 'http://127.0.0.1:8000', 'http://[::1]:8000'],
    SVC_APP_URL: ['https://example.org/plan/', 'HTTPS://Example.org'],
    SVC_DATABASE_URL: [
      'postgres://u:p%40@h:5432/x?sslmode=require',
      'postgres://svc@%2Frun%2Fpg/svc',
      'postgresql:///svc',
    ],
    SVC_EGRESS_ALLOWLISTED_HOSTS: ['a.example, b.example:8443, 127.0.0.1, [::1]:80, ::1'],
    DEFAULT_FROM_EMAIL: ['no-reply@example.org', 'Works <no-reply@example.org>'],
  }
  for (const [name, values] of Object.entries(good))
    for (const value of values) t.strictSame(faultsOf({ [name]: value }), [], `${name}=${value}`)
  t.equal(loadConfig({ SVC_APP_URL: 'HTTPS://Example.org/' }).appUrl, 'https://example.org')
  t.strictSame(loadConfig({ SVC_ALLOWED_ORIGINS: 'https://a.example/' }).allowedOrigins, ['https://a.example'])
})

t.test('values that exclude each other are told', async (t) => {
  const secure = 'SVC_AUTH_REFRESH_COOKIE_SECURE'
  const sameSite = 'SVC_AUTH_REFRESH_COOKIE_SAMESITE'
  const cookieName = 'SVC_AUTH_REFRESH_COOKIE_NAME'
  t.strictSame(faultsOf({ [sameSite]: 'None', [secure]: 'false' }), [sameSite])
  t.strictSame(faultsOf({ [sameSite]: 'None' }), [])
  t.strictSame(faultsOf({ [cookieName]: '__Secure-svc', [secure]: 'false' }), [cookieName])
  t.strictSame(faultsOf({ [cookieName]: '__Host-svc', SVC_AUTH_REFRESH_COOKIE_PATH: '/' }), [])
  t.strictSame(faultsOf({ SVC_PORT: '9000', SVC_METRICS_PORT: '9000' }), ['SVC_METRICS_PORT'])
})

t.test('a start with such a value ends at once with 2, by name and without a stack', async (t) => {
  const folder = t.testdir({ file: 'x' })
  mkdirSync(join(folder, 'work'))
  const starts: [name: string, value: string, command: string][] = [
    ['SVC_DATA_DIR', join(folder, 'file'), 'serve'],
    ['SVC_DATA_DIR', join(folder, 'file', 'below'), 'serve'],
    ['SVC_DATA_DIR', '/proc/svc', 'serve'],
    ['SVC_DATA_DIR', '/dev/null/svc', 'api'],
    ['SVC_DATA_DIR', join(folder, 'x'.repeat(300)), 'jobs'],
    ['SVC_DATA_DIR', `/${'x/'.repeat(3000)}`, 'migrate'],
    ['SVC_HOST', 'no-such-host.invalid', 'serve'],
    ['SVC_HOST', '192.0.2.1', 'api'],
    ['SVC_ADMIN_USERNAME', 'a b', 'serve'],
    ['SVC_ADMIN_EMAIL', 'nobody', 'serve'],
    ['SVC_AUTH_REFRESH_COOKIE_NAME', 'a b', 'api'],
    ['SVC_PUBLIC_URL', 'https://user@example.org', 'api'],
    ['EMAIL_HOST', 'a b', 'serve'],
  ]
  for (const [name, value, command] of starts) {
    const startedMs = performance.now()
    const env = { SVC_DATA_DIR: join(folder, 'work'), SVC_DATABASE_URL: 'postgres://127.0.0.1:1/x', [name]: value }
    if (command === 'serve') env.SVC_DATABASE_URL = ''
    const ended = await svc([command], '', env)
    const label = `${command} with ${name}=${value.slice(0, 40)}`
    t.equal(ended.code, 2, `${label}: ${ended.stderr}`)
    t.match(ended.stderr, new RegExp(`${name} holds .*; allowed: `), label)
    t.notMatch(ended.stderr, /\n\s+at |"stack"|Error:/, label)
    t.ok(performance.now() - startedMs < 20_000, label)
  }
})
