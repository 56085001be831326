/** The recipes of the README, as they stand there, one after the other in one shell, against running processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { freePort, ServiceProcess, setStage } from '../support/faults.ts'
import { scratchFolder } from '../support/scratch-folder.ts'

const home = fileURLToPath(new URL('../../', import.meta.url))
const recipes = readFileSync(join(home, 'README.md'), 'utf8')
  .split(/^## /m)
  .find((section) => section.startsWith('Recipes\n'))
const receiverPort = '9911'

t.test('the recipes of the README lead to their results', async (t) => {
  const blocks = [...(recipes ?? '').matchAll(/^```(sh|js receiver\.mjs)\n(.*?)^```/gms)]
  const shell = blocks.filter(([, kind]) => kind === 'sh').map(([, , text = '']) => text)
  t.equal(shell.length, 6, 'what they share, and five')

  const folder = scratchFolder('svc-recipes-')
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(home, 'node_modules'), join(folder, 'node_modules'))
  copyFileSync(join(home, 'fixtures/plans/harbour.xml'), join(folder, 'plan.xml'))
  writeFileSync(join(folder, 'receiver.mjs'), blocks.find(([, kind]) => kind !== 'sh')?.[2] ?? '')

  const port = String(await freePort())
  const stage = await setStage(t, { SVC_EGRESS_ALLOWLISTED_HOSTS: `127.0.0.1:${port}` })
  const [api] = await Promise.all([ServiceProcess.start(t, stage, 'api'), ServiceProcess.start(t, stage, 'jobs')])
  const { token } = await stage.person('ann')
  const script = ['set -eo pipefail', ...shell].join('\necho "#"\n').replace(`PORT=${receiverPort}`, `PORT=${port}`)
  const { code, output } = await runShell(script, folder, { BASE: `${api.url}/api/v1`, TOKEN: token })
  t.equal(code, 0, output)

  const [, , path = '', slip = '', simulation = '', told = '', shared = ''] = output.split(/^#$/m)
  t.match(path.trim().split('\n'), [
    /Preparation$/,
    /Permits$/,
    /Construction$/,
    /Dredging$/,
    /Concrete cures$/,
    /Quay wall$/,
    /Handover$/,
  ])
  t.match(path, /^2026-03-16 {2}2026-03-21 {2}Dredging$/m, 'with their dates')
  t.match(slip, /^\s*7\n/, 'five working days later is a week')
  t.match(slip, /^Handover: 7$/m)
  const { date, chance } = JSON.parse(simulation)
  t.equal(date, '2026-04-20')
  t.ok(chance > 0.5 && chance < 1, `a chance of ${chance}`)
  t.match(told, /^webhook task\.updated Dredging of the basin$/m)
  t.match(told, /^socket task_updated$/m)
  t.match(shared, '<title>')
})

async function runShell(script: string, cwd: string, env: Record<string, string>) {
  const child = spawn('bash', ['-c', script], { cwd, env: { ...process.env, ...env }, timeout: 120_000 })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = await once(child, 'exit')
  return { code: code as number | null, output }
}
