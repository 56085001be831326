import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import t from 'tap'
import { until } from './faults.ts'

t.test('a test file that is killed leaves neither what it started nor its folder', async (t) => {
  const source = `
    import { spawn } from 'node:child_process'
    import { scratchFolder } from ${JSON.stringify(import.meta.resolve('./scratch-folder.ts'))}
    const folder = scratchFolder('svc-killed-')
    const { pid } = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
    console.log(JSON.stringify({ folder, pid }))
    setInterval(() => {}, 60_000)`
  const { TMPDIR, ...env } = process.env
  const file = spawn(process.execPath, ['--input-type=module', '-e', source], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => file.kill('SIGKILL'))
  const [printed] = await once(file.stdout, 'data')
  const { folder, pid } = JSON.parse(String(printed))
  t.ok(existsSync(folder))
  t.ok(existsSync(`/proc/${pid}`))
  file.kill('SIGKILL')
  await until(() => !existsSync(folder) && !existsSync(`/proc/${pid}`), 20_000, 'end of what it left')
  t.notOk(existsSync(`${folder}/..`), 'and the folder of its run')
})
