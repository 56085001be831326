import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import t from 'tap'
import { settingsFile } from '../../api/cli/service/settings-command.ts'
import { loadConfig } from '../../api/platform/settings/config.ts'
import { settings } from '../../api/platform/settings/settings.ts'
import { noticesText, runningPackages } from '../../package/notices.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

t.test('the example of a file of settings names all of them with their defaults', async (t) => {
  t.equal(read('.env.example'), settingsFile(), '`npm run --silent svc -- settings > .env.example`')
  const given = parseEnv(settingsFile().replace(/^#(?=[A-Z0-9_]+=)/gm, ''))
  t.same(Object.keys(given).sort(), Object.keys(settings).sort())
  t.same(loadConfig(given), loadConfig({}))
})

t.test('what is deployed names settings that there are, and units that systemd takes', async (t) => {
  const units = ['deploy/svc-api.service', 'deploy/svc-jobs.service']
  const texts = [...units, 'deploy/compose.yaml', 'deploy/Containerfile', 'docs/operating.md'].map(read)
  const names = texts.join('\n').match(/\b(?:SVC|INTEGRATION)_[A-Z0-9_]+[A-Z0-9]\b/g) ?? []
  t.ok(names.length > 20)
  t.same(
    names.filter((name) => !(name in settings)),
    [],
  )
  if (existsSync('/usr/bin/systemd-analyze'))
    execFileSync('/usr/bin/systemd-analyze', ['verify', ...units], { cwd: root, stdio: 'pipe' })
})

t.test(
  'every package that runs with the service is named, with a licence that asks for no more than its mention',
  async (t) => {
    t.equal(read('THIRD_PARTY_NOTICES.md'), noticesText(), '`node package/notices.ts`')
    const plain =
      /^\(?(MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|PostgreSQL|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0)\b/
    t.same(
      runningPackages().filter(({ license }) => !plain.test(license)),
      [],
    )
  },
)
