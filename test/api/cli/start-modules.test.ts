import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'

/** Loads modules as a process of the service does, and tells the packages that were read. */
const LOAD = `
  import { registerHooks } from 'node:module'
  const read = []
  registerHooks({ load(url, context, next) { read.push(url); return next(url, context) } })
  const { takeImportsAtTheirWord } = await import(process.argv[1] + '/api/cli/service/resolve-imports.ts')
  takeImportsAtTheirWord()
  for (const name of process.argv.slice(2)) await import(process.argv[1] + '/' + name)
  const packages = read.flatMap((url) => /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1] ?? [])
  process.stdout.write(JSON.stringify([...new Set(packages)]))
`

/** What is read with the first request or job that needs it: nobody waits for these until a service is ready. */
const LATER = [
  '@modelcontextprotocol/sdk',
  'ajv',
  'fast-xml-parser',
  'file-type',
  'ioredis',
  'nodemailer',
  'saxes',
  'undici',
]

t.test('a start reads no package that only some requests and jobs need', async (t) => {
  const root = new URL('../../..', import.meta.url).href.replace(/\/$/, '')
  for (const modules of [
    ['api/server/boot.ts', 'api/server/main.ts'],
    ['api/platform/db/migrate.ts', 'api/server/boot.ts', 'jobs/main.ts'],
  ]) {
    const args = ['--disable-proto=delete', '--input-type=module', '-e', LOAD, root, ...modules]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const packages = JSON.parse(stdout) as string[]
    t.ok(packages.includes('@mikro-orm/postgresql'), 'modules were seen')
    t.strictSame(
      packages.filter((name) => LATER.includes(name)),
      [],
      modules.join(' '),
    )
  }
})
