import pg from 'pg'
import t from 'tap'
import { createLog, logNotices } from '../../../api/platform/log.ts'
import { loadConfig } from '../../../api/platform/settings/config.ts'

function capture(env: Record<string, string> = {}) {
  const lines: Record<string, unknown>[] = []
  const config = loadConfig(env)
  const log = createLog(config, 'api', { write: (line: string) => lines.push(JSON.parse(line)) })
  return { config, log, lines }
}

t.test('a line is one JSON object with level, time, process and role', async (t) => {
  const { log, lines } = capture()
  log.info({ route: '/tasks/' }, 'request')
  t.match(lines, [{ level: 'info', time: /^\d{4}-\d\d-\d\dT.*Z$/, pid: process.pid, role: 'api', msg: 'request' }])
})

t.test('secrets never reach a line, at the top or one level down', async (t) => {
  const { log, lines } = capture()
  log.info({ password: 'canary', user: { token: 'canary', id: 7 }, databaseUrl: 'postgres://a:canary@b/c' })
  t.notMatch(JSON.stringify(lines), /canary/)
  t.match(lines, [{ password: '[hidden]', user: { token: '[hidden]', id: 7 } }])
})

t.test('a database error keeps its code and names, and none of the values it quotes', async (t) => {
  const { log, lines } = capture()
  const message = 'duplicate key (email)=(canary@example.org)'
  const error = Object.assign(new pg.DatabaseError(message, 1, 'error'), {
    code: '23505',
    severity: 'ERROR',
    detail: 'Key (email)=(canary@example.org) already exists.',
    table: 'accounts',
    constraint: 'accounts_email',
  })
  log.error({ error: new Error('not saved', { cause: error }) }, 'failed')
  t.notMatch(JSON.stringify(lines), /canary/)
  t.match(lines, [{ error: { message: 'not saved', cause: { code: '23505', constraint: 'accounts_email' } } }])
  t.match(JSON.stringify(lines), /log\.test\.ts/, 'the stack still says where')
})

t.test('the level is that of the settings', async (t) => {
  const { log, lines } = capture({ SVC_LOG_LEVEL: 'warning' })
  log.info('quiet')
  log.warn('heard')
  t.match(lines, [{ msg: 'heard' }])
})

t.test('throttles that somebody tried to switch off are a critical line', async (t) => {
  const { config, log, lines } = capture({ SVC_RATE_LIMIT_ENABLED: 'false', SVC_PROT: '1' })
  logNotices(config, log)
  t.match(lines, [
    { level: 'fatal', msg: /is ignored/ },
    { level: 'warn', names: ['SVC_PROT'] },
  ])
})
