import t from 'tap'
import { commands } from '../../../api/cli/command-table.ts'
import { newSecret } from '../../../api/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { svc } from '../../support/svc-command.ts'

t.test('help lists every command and ends well', async (t) => {
  const { code, stdout } = await svc(['help'])
  t.equal(code, 0)
  for (const { name, summary } of commands) t.ok(stdout.includes(name) && stdout.includes(summary), name)
})

t.test('every listed command has a module that can run', async (t) => {
  for (const { name, load } of commands) t.type((await load()).run, 'function', name)
})

t.test('a command tells how it is used, with the same text either way', async (t) => {
  const [before, after] = await Promise.all([svc(['help', 'user', 'create']), svc(['user', 'create', '--help'])])
  t.match(before, { code: 0, stdout: /^usage: svc user create <username> --email/ })
  t.equal(after.stdout, before.stdout)
})

t.test('the version is that of the package', async (t) => {
  t.match(await svc(['--version']), { code: 0, stdout: /^\d+\.\d+\.\d+\n$/ })
})

t.test('what cannot be understood is refused with 2, and help on standard error', async (t) => {
  t.match(await svc([]), { code: 2, stdout: '', stderr: /^usage: svc/ })
  t.match(await svc(['dance', 'now']), { code: 2, stdout: '', stderr: /There is no command "dance now"/ })
  t.match(await svc(['migrate', 'up']), {
    code: 2,
    stderr: /takes no arguments, but there is "up"[\s\S]*usage: svc migrate/,
  })
  t.match(await svc(['user', 'create', 'ada']), { code: 2, stderr: /needs --email/ })
  t.match(await svc(['user', 'create', '--email', 'a@b.c', '--nonsense']), { code: 2, stderr: /--nonsense/ })
})

t.test('a bad setting is refused with 2 by every command that reads settings', async (t) => {
  for (const name of ['serve', 'api', 'jobs', 'migrate']) {
    t.match(
      await svc([name], '', { SVC_PORT: 'eighty' }),
      { code: 2, stderr: /SVC_PORT holds "eighty"; allowed:/ },
      name,
    )
  }
})

t.test('the API alone needs the address of a database', async (t) => {
  t.match(await svc(['api'], '', { SVC_DATABASE_URL: '' }), { code: 2, stderr: /SVC_DATABASE_URL holds nothing/ })
})

t.test('production refuses a database server that may lose confirmed writes', async (t) => {
  const database = await testDatabase()
  t.teardown(() => database.drop())
  const key = () => newSecret(48)
  const { code, stderr } = await svc(['jobs'], '', {
    SVC_ENV: 'production',
    SVC_DATABASE_URL: database.url,
    SVC_DATA_DIR: t.testdir(),
    SVC_SECRET_KEY: key(),
    INTEGRATION_ENCRYPTION_KEY: key(),
    SVC_ALLOW_LOCAL_ATTACHMENT_STORAGE: 'true',
  })
  t.equal(code, 2)
  t.match(stderr, /fsync of the database server holds off; allowed: on in production/)
})
