/**
 * Every setting of the service, by its environment variable. This table is the only place where a default
 * stands; `config.ts` reads it and names the keys (`SVC_DATABASE_URL` becomes `databaseUrl`).
 */

import { isHost, isHostWithPort, isMailAddress, isUsername } from '../text-forms.ts'
import {
  alias,
  cap,
  choice,
  flag,
  folder,
  integer,
  list,
  optionalInteger,
  optionalText,
  originIn,
  rate,
  secret,
  secretUrl,
  text,
  url,
} from './setting-kinds.ts'

/** RFC 6265: a name is a token, a path anything printable but what ends it. */
const COOKIE_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i
const COOKIE_PATH = /^\/[\x21-\x3a\x3c-\x7e]*$/

function isSender(text: string): boolean {
  return isMailAddress(/^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text)
}

const host = { allowed: 'an IP address or a host name', takes: isHost }
const username = { allowed: 'letters, digits and @ . + - _, at most 150', takes: isUsername }
const mailAddress = { allowed: 'a mail address', takes: isMailAddress }
const sender = { allowed: 'a mail address, or a name before one in < >', takes: isSender }
const cookieName = { allowed: 'a token: letters, digits, - _ and .', takes: (text: string) => COOKIE_NAME.test(text) }
const cookiePath = {
  allowed: 'a path that begins with / and holds neither spaces nor ;',
  takes: (text: string) => COOKIE_PATH.test(text),
}
const bucket = { allowed: 'a bucket name', takes: (text: string) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) }
const origins = { allowed: 'origins such as https://app.example.org', shape: originIn }
const hosts = { allowed: 'host or host:port', shape: (word: string) => (isHostWithPort(word) ? word : undefined) }
const attributes = {
  allowed: 'pairs name=value, separated by commas',
  takes: (text: string) => /^[^\s=,]+=[^,]*(,[^\s=,]+=[^,]*)*$/.test(text),
}
const share = { allowed: 'a number from 0 to 1', takes: (text: string) => /^(0|1|0?\.\d+|[01]\.0+)$/.test(text) }
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
const most = 1_000_000_000
const postgresSchemes = ['postgres', 'postgresql']

const deployment = {
  SVC_ENV: choice(['development', 'production'], 'development', 'production refuses unsafe settings'),
  SVC_HOST: text('127.0.0.1', 'address the API listens on', host),
  SVC_PORT: integer(8000, 0, 65_535, 'port the API listens on; 0 takes a free one'),
  SVC_METRICS_PORT: optionalInteger(
    1,
    65_535,
    'own port for /metrics; unset serves it beside the API, to this machine',
  ),
  SVC_JOBS_PORT: optionalInteger(1, 65_535, 'port of /healthz and /metrics of `svc jobs`; unset opens none'),
  SVC_METRICS_PUBLIC: flag(false, 'serves /metrics beside the API to anyone'),
  SVC_DATA_DIR: folder('.svc', 'embedded database, uploads, generated secrets and owner password'),
  SVC_DATABASE_URL: secretUrl(postgresSchemes, 'PostgreSQL 15 or newer; unset starts the embedded one'),
  SVC_DATABASE_POOL_SIZE: integer(10, 2, 100, 'connections each process holds at most'),
  SVC_DATABASE_NAMED_STATEMENTS: flag(
    true,
    'statements are planned once a connection; off for poolers that do not carry their names',
  ),
  SVC_ALLOW_UNENCRYPTED_DATABASE: flag(false, 'allows a remote database without TLS in production'),
  SVC_REDIS_URL: secretUrl(
    ['redis', 'rediss'],
    'Redis or Valkey 7 shared by several processes; unset works in-process',
  ),
  SVC_APP_URL: alias(
    url('client origin: its pages may use the refresh cookie and open sockets; also used in mail links', 'path'),
    'SVC_FRONTEND_BASE_URL',
  ),
  SVC_PUBLIC_URL: alias(url('own public address, used in page links', 'origin'), 'SVC_PUBLIC_API_BASE_URL'),
  SVC_ALLOWED_ORIGINS: list('further browser origins that may call the API; the client origin always may', origins),
  SVC_NUM_PROXIES: integer(0, 0, 10, 'trusted proxies in front; 0 ignores forwarding headers'),
  SVC_COMPUTE_THREADS: optionalInteger(1, 256, 'size of the compute pool; unset takes the cores less one'),
  SVC_JOB_CONCURRENCY: integer(4, 1, 100, 'jobs that one jobs process runs at a time, passes not counted'),
  SVC_RECOMPUTE_CONCURRENCY: integer(2, 1, 16, 'critical path passes that one jobs process runs at a time'),
  SVC_LOG_LEVEL: choice(
    ['trace', 'debug', 'info', 'warning', 'error', 'critical'],
    'info',
    'least level that is logged',
  ),
  SVC_LOG_JSON: flag(false, 'keeps log lines on standard error when `svc serve` runs in a terminal'),
  SVC_EDITION: text('community', 'edition name that is published'),
  SVC_VERSION: optionalText('version that is published; unset takes the package version'),
  SVC_BUILD_SHA: alias(text('', 'commit that is published'), 'BUILD_SHA'),
  SVC_CHECK_REPLIES: flag(false, 'for tests: a reply that differs from its published schema becomes a 500'),
  SVC_READYZ_ALLOW_DB_AHEAD: flag(false, 'counts a database newer than this release as ready'),
  SVC_BEAT_STALE_SECONDS: integer(120, 1, 86_400, 'age at which the job heartbeat counts as stale'),
}

const firstStart = {
  SVC_ADMIN_USERNAME: text('admin', 'first owner; used on an empty database only', username),
  SVC_ADMIN_PASSWORD: secret(8, 'password of the first owner; unset generates one', 1_024),
  SVC_ADMIN_EMAIL: text('admin@localhost', 'address of the first owner', mailAddress),
  SVC_LOAD_SAMPLE: flag(true, 'loads the bundled sample program into an empty database'),
}

const secretsAndSessions = {
  SVC_SECRET_KEY: secret(32, 'application secret; unset generates one in the data folder'),
  SVC_JWT_SIGNING_KEY: secret(32, 'signs session tokens; unset uses the application secret'),
  INTEGRATION_ENCRYPTION_KEY: alias(secret(32, 'encrypts stored secrets'), 'SVC_INTEGRATION_ENCRYPTION_KEY'),
  SVC_AUTH_REFRESH_COOKIE_NAME: alias(
    text('svc_refresh', 'refresh cookie name', cookieName),
    'AUTH_REFRESH_COOKIE_NAME',
  ),
  SVC_AUTH_REFRESH_COOKIE_PATH: alias(
    text('/api/v1/auth/', 'refresh cookie path', cookiePath),
    'AUTH_REFRESH_COOKIE_PATH',
  ),
  SVC_AUTH_REFRESH_COOKIE_SAMESITE: alias(
    choice(['Strict', 'Lax', 'None'], 'Strict', 'refresh cookie SameSite'),
    'AUTH_REFRESH_COOKIE_SAMESITE',
  ),
  // Browsers treat localhost (and Firefox and Chromium also 127.0.0.1) as trustworthy and keep a Secure cookie
  // sent over plain http there; Safari, and any browser on another host without TLS, drops it.
  SVC_AUTH_REFRESH_COOKIE_SECURE: alias(
    flag(true, 'refresh cookie Secure; false only for local development without TLS'),
    'AUTH_REFRESH_COOKIE_SECURE',
  ),
  SVC_REFRESH_TOKEN_REMEMBER_DAYS: integer(30, 1, 3_650, 'refresh life when remembered'),
  SVC_REFRESH_TOKEN_SESSION_HOURS: integer(12, 1, 8_760, 'sliding refresh life of a session'),
  SVC_PASSWORD_HASH_MB: integer(64, 8, 1_024, 'memory to hash a password; less makes a stolen hash easier to guess'),
  SVC_PASSWORD_RESET_TIMEOUT: integer(1_800, 60, 604_800, 'seconds a password-reset link lives'),
  SVC_MAX_PERSONAL_ACCESS_TOKENS: integer(10, 1, 10_000, 'active personal tokens of one account'),
  SVC_WS_LEGACY_TOKEN_AUTH_ENABLED: flag(false, 'allows an access token in the query of a socket'),
  SVC_MCP_ENABLED: flag(true, 'false refuses every agent token read'),
  SVC_PUBLIC_BOARD_SHARING_ENABLED: flag(true, 'allows public share links'),
}

const mailAndOutside = {
  SVC_SMTP_URL: secretUrl(['smtp', 'smtps'], 'mail out; unset keeps messages under the data folder'),
  DEFAULT_FROM_EMAIL: alias(
    optionalText('sender of mail; unset is no-reply at the client host', sender),
    'SVC_DEFAULT_FROM_EMAIL',
  ),
  EMAIL_HOST: text('', 'mail server, when SVC_SMTP_URL is unset', host),
  EMAIL_PORT: integer(587, 1, 65_535, 'mail server port'),
  EMAIL_USE_TLS: flag(true, 'requires STARTTLS of the mail server'),
  EMAIL_HOST_USER: text('', 'mail account'),
  EMAIL_HOST_PASSWORD: secret(1, 'mail password'),
  EMAIL_TIMEOUT: integer(10, 1, 300, 'seconds a mail connection may take'),
  SVC_EGRESS_ALLOWLISTED_HOSTS: list('exact host or host:port entries that skip the address checks', hosts),
  SVC_INTEGRATION_ALLOWED_HOSTS: list('further hosts that an integration may name', hosts),
  SVC_ALLOW_LOCAL_ATTACHMENT_STORAGE: flag(false, 'allows attachments on the local disk in production'),
  SVC_ATTACHMENT_STORAGE: choice(['local', 's3'], 'local', 'where attachments lie: the data folder, or an S3 bucket'),
  SVC_ATTACHMENT_S3_ENDPOINT: url('S3-compatible store of attachments; may be a private address', 'path'),
  SVC_ATTACHMENT_S3_BUCKET: optionalText('bucket of attachments', bucket),
  SVC_ATTACHMENT_S3_REGION: text('us-east-1', 'region that requests to the store are signed for'),
  SVC_ATTACHMENT_S3_ACCESS_KEY_ID: optionalText('access key of the store'),
  SVC_ATTACHMENT_S3_SECRET_ACCESS_KEY: secret(1, 'secret of that access key'),
  SVC_ATTACHMENT_STORAGE_SIGNS_URLS: flag(false, 'browsers reach the S3 store, so that signed addresses are given'),
  SVC_EXTERNAL_SYNC_ON_OPEN_STALE_SECONDS: integer(300, 1, 86_400, 'age at which opening My Work asks for a new sync'),
  SVC_TELEMETRY_TEST_EXPORT_TIMEOUT_SECONDS: integer(5, 1, 60, 'time of a telemetry test'),
  SVC_OTEL_ENABLED: flag(true, 'telemetry; idle without an endpoint'),
  SVC_OTEL_TRACES: flag(true, 'sends traces'),
  SVC_OTEL_METRICS: flag(true, 'sends metrics'),
  SVC_OTEL_STATEMENT_PERCENT: integer(0, 0, 100, 'statements of a traced request that become spans, without values'),
}

/** As every program that sends telemetry names them; what else the standard knows, its library reads by itself. */
const telemetry = {
  OTEL_SDK_DISABLED: flag(false, 'sends nothing, whatever else is set'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('telemetry collector; unset sends nothing', 'path'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('whole address for traces, where it is another', 'path'),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: url('whole address for metrics, where it is another', 'path'),
  OTEL_EXPORTER_OTLP_PROTOCOL: choice(['http/protobuf', 'http/json'], 'http/protobuf', 'how telemetry is written'),
  OTEL_EXPORTER_OTLP_HEADERS: secret(3, 'headers for the collector: name=value, separated by commas'),
  OTEL_SERVICE_NAME: text('svc', 'name under which telemetry is sent'),
  OTEL_RESOURCE_ATTRIBUTES: optionalText('what else telemetry says of this installation', attributes),
  OTEL_TRACES_SAMPLER: choice(SAMPLERS, 'parentbased_always_on', 'which requests and jobs are traced'),
  OTEL_TRACES_SAMPLER_ARG: optionalText('share of them that the ratio samplers trace', share),
  OTEL_METRIC_EXPORT_INTERVAL: integer(60_000, 1_000, 3_600_000, 'milliseconds between two batches of metrics'),
}

const throttles = {
  SVC_RATE_LIMIT_ENABLED: flag(true, 'false, with the phrase, removes every throttle'),
  SVC_RATE_LIMIT_STORE: choice(
    ['database', 'process'],
    'database',
    'where uses are counted without SVC_REDIS_URL: by all processes together, or by each alone (as `svc serve` does)',
  ),
  SVC_RATE_LIMIT_DISABLE_ACK: optionalText('the phrase that lets SVC_RATE_LIMIT_ENABLED=false take effect'),
  SVC_THROTTLE_ANON_RATE: rate('60/min', 'unauthenticated requests of one address'),
  SVC_THROTTLE_USER_RATE: rate('1000/min', 'requests of one account'),
  SVC_THROTTLE_READYZ_RATE: rate('2000/min', 'readiness probes of one address'),
  SVC_THROTTLE_LOGIN_RATE: rate('10/min', 'logins from one address'),
  SVC_THROTTLE_LOGIN_ACCOUNT_RATE: rate('5/min', 'logins into one account'),
  SVC_THROTTLE_PASSWORD_RESET_RATE: rate('5/min', 'password resets from one address'),
  SVC_THROTTLE_REFRESH_RATE: rate('60/min', 'token refreshes'),
  SVC_THROTTLE_LOGOUT_RATE: rate('60/min', 'sessions that one account ends by signing out'),
  SVC_THROTTLE_USER_SEARCH_RATE: rate('60/min', 'user search'),
  SVC_THROTTLE_OMNI_SEARCH_RATE: rate('60/min', 'search over everything'),
  SVC_THROTTLE_RESOLVE_RATE: rate('120/min', 'resolve and key lookups'),
  SVC_THROTTLE_RESOURCE_LIST_RATE: rate('60/min', 'resource lists'),
  SVC_THROTTLE_WS_TICKET_RATE: rate('120/min', 'socket tickets'),
  SVC_THROTTLE_INVITE_ACCEPT_RATE: rate('20/min', 'public invite acceptance'),
  SVC_THROTTLE_INVITE_RESEND_RATE: rate('5/min', 'invite resends'),
  SVC_THROTTLE_EMAIL_SETTINGS_RATE: rate('12/min', 'mail settings'),
  SVC_THROTTLE_EMAIL_PROBE_RATE: rate('6/min', 'mail probes'),
  SVC_THROTTLE_OIDC_DISCOVER_RATE: rate('30/min', 'single sign-on discovery'),
  SVC_THROTTLE_OIDC_LOGIN_RATE: rate('20/min', 'single sign-on logins'),
  SVC_THROTTLE_OIDC_CALLBACK_RATE: rate('30/min', 'single sign-on callbacks'),
  SVC_THROTTLE_OIDC_TEST_RATE: rate('20/min', 'single sign-on tests'),
  SVC_THROTTLE_CREDENTIAL_ROTATE_RATE: rate('10/min', 'credential rotations'),
  SVC_THROTTLE_EXTERNAL_SYNC_RATE: rate('20/min', 'external syncs'),
  SVC_THROTTLE_TASK_LINK_REFRESH_RATE: rate('30/min', 'task link refreshes'),
  SVC_THROTTLE_MONTE_CARLO_RATE: rate('10/min', 'simulations'),
  SVC_THROTTLE_WHATIF_RATE: rate('6/min', 'what-if runs'),
  SVC_THROTTLE_SAMPLE_LOAD_RATE: rate('6/min', 'sample loads'),
  SVC_THROTTLE_SAMPLE_DOWNLOAD_RATE: rate('60/min', 'sample downloads'),
  SVC_THROTTLE_PROGRAM_WRITE_RATE: rate('6/min', 'program creation and loading'),
  SVC_THROTTLE_SEED_IMPORT_RATE: rate('6/min', 'seed imports and template applications'),
  SVC_THROTTLE_SEED_VALIDATE_RATE: rate('20/min', 'seed validations'),
  SVC_THROTTLE_MCP_READ_RATE: rate('120/min', 'reads of one agent token'),
  SVC_THROTTLE_MCP_READ_COMPUTE_RATE: rate('12/min', 'computing reads of one agent token, on top'),
  SVC_THROTTLE_SHARE_MINT_RATE: rate('20/min', 'share links made'),
  SVC_THROTTLE_SHARE_ACCESS_RATE: rate('60/min', 'share link views of one address'),
  SVC_THROTTLE_TELEMETRY_TEST_RATE: rate('6/min', 'telemetry tests'),
  SVC_THROTTLE_GIT_WEBHOOK_IP_RATE: rate('600/min', 'inbound git webhooks of one address'),
  SVC_THROTTLE_GIT_WEBHOOK_PROJECT_RATE: rate('120/min', 'inbound git webhooks of one project'),
  SVC_THROTTLE_ATTACHMENT_UPLOAD_RATE: rate('60/min', 'attachment uploads'),
  SVC_THROTTLE_SYNC_PUSH_PROJECT_RATE: rate('60/min', 'sync pushes of one account into one project'),
  SVC_THROTTLE_SYNC_PUSH_USER_RATE: rate('120/min', 'sync pushes of one account'),
  SVC_THROTTLE_MENTION_HOUR_RATE: rate('100/hour', 'mentions by one account'),
  SVC_THROTTLE_MENTION_DAY_RATE: rate('1000/day', 'mentions by one account'),
  SVC_TASK_SYNC_STEADY_STATE_LIMIT: integer(100, 1, most, 'task-sync requests a minute after the first hour'),
  SVC_TASK_SYNC_BACKFILL_LIMIT: integer(1_000, 1, most, 'task-sync requests a minute in the first hour'),
  SVC_TOKEN_ISSUANCE_PER_MINUTE: integer(5, 1, most, 'tokens one account mints a minute'),
  SVC_TOKEN_REVOCATION_PER_MINUTE: integer(30, 1, most, 'tokens one account revokes a minute'),
  SVC_SYNC_MAX_CONCURRENT_BATCHES: integer(4, 1, 1_000, 'sync pushes of one account at a time'),
}

const limits = {
  MC_SIMULATION_CAP: cap(1_000, 1, most, 'simulation runs of one request'),
  MC_TASK_CAP: cap(5_000, 1, most, 'tasks of one simulation'),
  MC_LAG_DELTA_CELL_CAP: cap(5_000_000, 1, most, 'cells of the lag table of one simulation'),
  MC_HISTORY_CAP: cap(100, 1, most, 'simulation runs kept for a project'),
  SEED_IMPORT_MAX_CONCURRENT_JOBS: integer(3, 0, 1_000, 'open seed imports of one account; 0 removes the limit'),
  SEED_MAX_UPLOAD_MB: integer(5, 1, 100, 'seed upload'),
  CSV_IMPORT_MAX_UPLOAD_MB: integer(10, 1, 100, 'spreadsheet upload'),
  CSV_IMPORT_MAX_ROWS: integer(5_000, 1, 1_000_000, 'spreadsheet data rows'),
  CSV_IMPORT_MAX_UNCOMPRESSED_MB: integer(100, 1, 1_000, 'spreadsheet once unpacked'),
  PLANFILE_MAX_UPLOAD_MB: integer(50, 1, 100, 'plan file upload'),
  PLANFILE_MAX_ROWS: integer(20_000, 1, 1_000_000, 'tasks, resources and links of a plan file'),
  CONVERTER_MAX_OUTPUT_MB: integer(512, 1, 4_096, 'what a plan file may take once it is read'),
  CONVERTER_MAX_HEAP_MB: integer(512, 64, 8_192, 'heap of a thread that reads a plan file'),
  TRACKER_IMPORT_MAX_UPLOAD_MB: integer(25, 1, 100, 'tracker upload'),
  TRACKER_IMPORT_MAX_ROWS: integer(20_000, 1, 1_000_000, 'tracker issues'),
  IMPORT_BULK_BATCH_SIZE: integer(500, 1, 10_000, 'rows an importer inserts at once'),
  SVC_ATTACHMENT_MAX_UPLOAD_MB: integer(100, 1, 1_024, 'attachment upload'),
  SVC_SCHEDULE_TASK_CEILING: integer(1_000, 1, most, 'tasks up to which a schedule is comfortable; advice only'),
  TIMETRACKING_BACKDATE_DAYS: integer(60, 0, 36_500, 'days a time entry may lie back'),
  TIMETRACKING_TIMER_MAX_MINUTES: integer(600, 1, 1_440, 'minutes after which a running timer is stale'),
  SVC_CAPACITY_MAX_ROWS: integer(5_000, 1, 1_000_000, 'assignments that one look at people’s work tells'),
  SVC_MAX_USER_PINS: integer(100, 1, 100_000, 'pins of one account'),
  SVC_LABEL_SOFT_CAP: integer(50, 1, 100_000, 'labels of one project'),
  SVC_SYNC_BATCH_MAX_ROWS: integer(500, 1, 100_000, 'rows of one sync push'),
  SVC_SYNC_PULL_PAGE_SIZE: integer(1_000, 1, 100_000, 'rows of a sync page'),
  SVC_SYNC_PULL_PAGE_MAX: integer(5_000, 1, 100_000, 'rows of a sync page at most'),
  SVC_SHARE_BOARD_MAX_CARDS: integer(1_000, 1, 1_000_000, 'cards of a shared board'),
  SVC_SHARE_SCHEDULE_MAX_TASKS: integer(1_000, 1, 1_000_000, 'tasks of a shared schedule'),
  SVC_FAILED_TASK_BULK_ACTION_MAX: integer(500, 1, 100_000, 'failed jobs of one bulk action'),
  SIGNAL_CEILING_PROPOSAL_TTL_HOURS: integer(72, 1, 8_760, 'life of a ceiling proposal'),
}

const retention = {
  SVC_IDEMPOTENCY_RETENTION_HOURS: cap(24, 1, 87_600, 'stored replies of keyed writes; None keeps them'),
  SVC_HISTORY_RETENTION_DAYS: cap(90, 1, 36_500, 'history rows'),
  SVC_TASK_RUN_RETENTION_DAYS: cap(30, 1, 36_500, 'finished background runs'),
  SVC_WEBHOOK_RETENTION_DAYS: cap(7, 1, 36_500, 'finished webhook deliveries'),
  SVC_IMPORT_RETENTION_DAYS: cap(7, 1, 36_500, 'stored uploads'),
  SVC_SYNC_BATCH_RETENTION_HOURS: integer(24, 1, 87_600, 'sync batches'),
  SVC_PROJECT_SOFT_DELETE_RETENTION_DAYS: cap(30, 1, 36_500, 'deleted projects'),
  SVC_RECURRENCE_HORIZON_DAYS: integer(14, 1, 366, 'days ahead for which recurring tasks are made'),
  SVC_BATCH_OPERATION_RETENTION_DAYS: cap(30, 1, 36_500, 'undo records'),
  SVC_TOMBSTONE_RETENTION_DAYS: cap(90, 1, 36_500, 'deleted rows'),
  SVC_EXPORT_RETENTION_DAYS: integer(7, 1, 36_500, 'finished exports'),
  SVC_BOARD_EVENT_RETENTION_HOURS: integer(24, 1, 87_600, 'socket frames kept for replay'),
  RETENTION_PURGE_INFLIGHT_SECONDS: integer(600, 1, 86_400, 'time after which a purge counts as gone'),
}

/** The parts of the table under the titles that people read. */
export const settingGroups = {
  'The service': deployment,
  'The first start': firstStart,
  'Secrets and sessions': secretsAndSessions,
  'Mail and what is outside': mailAndOutside,
  Telemetry: telemetry,
  Throttles: throttles,
  Limits: limits,
  'How long things are kept': retention,
}

export const settings = {
  ...deployment,
  ...firstStart,
  ...secretsAndSessions,
  ...mailAndOutside,
  ...telemetry,
  ...throttles,
  ...limits,
  ...retention,
}
