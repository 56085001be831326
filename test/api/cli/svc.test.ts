import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { commands } from '../../../api/cli/command-table.ts'
import { newSecret } from '../../../api/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { svc } from '../../support/svc-command.ts'

t.test('help lists every command and ends well', async (t) => {
  const { code, stdout } = await svc(['help'])
  t.equal(code, 0)
  const text = stdout.replace(/\s+/g, ' ')
  for (const { name, summary } of commands) t.ok(text.includes(`${name} ${summary}`), name)
})

t.test('every listed command has a module that can run', async (t) => {
  for (const { name, load } of commands) t.type((await load()).run, 'function', name)
})

t.test('a command tells how it is used, with the same text either way', async (t) => {
  const [before, after] = await Promise.all([svc(['help', 'user', 'create']), svc(['user', 'create', '--help'])])
  t.match(before, {
    code: 0,
    stdout: /^usage: svc user create <username> \[options\][\s\S]*--email ADDRESS +the address/,
  })
  t.equal(after.stdout, before.stdout)
})

t.test('the version is that of the package', async (t) => {
  t.match(await svc(['--version']), { code: 0, stdout: /^\d+\.\d+\.\d+\n$/ })
})

t.test('an older Node hands over to the one that came with the package', async (t) => {
  const older = olderNode()
  if (older === null)
    return t.pass('no older Node on this machine') && t.comment('left out: every Node here is new enough')
  const bin = fileURLToPath(new URL('../../../bin/svc.js', import.meta.url))
  t.match(execFileSync(older, [bin, '--version'], { encoding: 'utf8' }), /^\d+\.\d+\.\d+\n$/)
})

/** A Node on the path that is too old to run the sources: on most machines the one that ran npm. */
function olderNode(): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter((name) => !name.includes('node_modules'))) {
    const file = join(folder, 'node')
    if (!existsSync(file)) continue
    const version = execFileSync(file, ['--version'], { encoding: 'utf8' })
    if (Number(/^v(\d+)/.exec(version)?.[1]) < 24) return file
  }
  return null
}

t.test('what cannot be understood is refused with 2, and help on standard error', async (t) => {
  t.match(await svc([]), { code: 2, stdout: '', stderr: /^usage: svc/ })
  t.match(await svc(['dance', 'now']), { code: 2, stdout: '', stderr: /There is no command "dance"/ })
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
