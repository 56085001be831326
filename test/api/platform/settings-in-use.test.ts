/** A setting that nothing reads would be taken and do nothing. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { configKey } from '../../../api/platform/settings/config.ts'
import { settingGroups, settings } from '../../../api/platform/settings/settings.ts'

const root = join(import.meta.dirname, '../../..')
/** Where settings are declared and read from the environment; what stands there is no use. */
const DECLARING = ['settings.ts', 'setting-kinds.ts', 'setting-values.ts']

function sources(): string {
  const files = globSync(['api/**/*.ts', 'jobs/**/*.ts'], { cwd: root })
  const read = files.filter((file) => !DECLARING.some((name) => file.endsWith(`settings/${name}`)))
  // A comment that names a setting does not use it.
  return read
    .map((file) => readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
    .join('\n')
}

t.test('every declared setting is read by what it is about', async (t) => {
  const text = sources()
  const words = new Set(text.match(/\b[a-z]\w+\b/g))
  const unread = Object.keys(settings).filter((name) => !words.has(configKey(name)))
  t.strictSame(unread, [])
  t.ok(Object.keys(settings).length > 150, 'the table was found')
})

t.test('a setting stands in one group, and in the table once', async (t) => {
  const grouped = Object.values(settingGroups).flatMap((group) => Object.keys(group))
  t.strictSame([...grouped].sort(), Object.keys(settings).sort())
  const declared = [
    ...readFileSync(join(root, 'api/platform/settings/settings.ts'), 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm),
  ].map(([, name]) => name)
  t.strictSame(
    declared.filter((name, at) => declared.indexOf(name) !== at),
    [],
  )
})
