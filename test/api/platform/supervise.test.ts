import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import t, { type Test } from 'tap'
import { type ChildExit, type SuperviseOptions, type Supervisor, supervise } from '../../../api/platform/supervise.ts'

interface Heard {
  name: string
  pid: number
  atMs: number
  said?: unknown
}

/** A child that says its process id, answers what it is told, and ends by SIGTERM, or not. */
const child = `
  const [manner] = process.argv.slice(2)
  process.on('SIGTERM', () => { if (manner !== 'stubborn') process.exit(0) })
  process.on('disconnect', () => process.exit(0))
  process.on('message', (said) => process.send({ pid: process.pid, said }))
  process.send({ pid: process.pid })
  if (manner === 'mortal') process.exit(7)
  setInterval(() => {}, 1000)
`

function start(t: Test, manner: string, options: Partial<SuperviseOptions> = {}) {
  const modulePath = join(t.testdir({ 'child.mjs': child }), 'child.mjs')
  const heard: Heard[] = []
  const exits: ChildExit[] = []
  const supervisor = supervise({
    children: [{ name: 'one', modulePath, args: [manner], env: process.env, output: 'ignore' }],
    log: pino({ enabled: false }),
    firstPauseMs: 40,
    longestPauseMs: 160,
    onMessage: (name, message) => heard.push({ name, atMs: Date.now(), ...(message as { pid: number }) }),
    onExit: (_name, exit) => exits.push(exit) > 0,
    ...options,
  })
  t.teardown(() => supervisor.stop(0))
  return { supervisor, heard, exits }
}

async function until(condition: () => boolean, withinMs = 5_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('it did not come true in time')
    await sleep(5)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

t.test('a child that is killed is started again', async (t) => {
  const { heard, exits } = start(t, 'steady')
  await until(() => heard.length === 1)
  process.kill(heard[0]!.pid, 'SIGKILL')
  await until(() => heard.length === 2)
  t.not(heard[1]!.pid, heard[0]!.pid)
  t.strictSame(exits, [{ code: null, signal: 'SIGKILL' }])
})

t.test('a child that keeps dying is started after growing pauses', async (t) => {
  const { supervisor, heard, exits } = start(t, 'mortal')
  await until(() => heard.length === 5, 10_000)
  await supervisor.stop(100)
  const gaps = heard.slice(1).map((each, index) => each.atMs - heard[index]!.atMs)
  t.match(exits[0], { code: 7 })
  t.ok(gaps[0]! >= 40, `first gap ${gaps[0]}`)
  t.ok(gaps[1]! >= 80, `second gap ${gaps[1]}`)
  t.ok(gaps[2]! >= 160 && gaps[3]! >= 160, `longest gaps ${gaps[2]} ${gaps[3]}`)
})

t.test('a child that lived long enough starts again after the first pause', async (t) => {
  const { heard } = start(t, 'steady', { firstPauseMs: 20, longestPauseMs: 60_000, calmAfterMs: 1 })
  for (let round = 1; round <= 8; round++) {
    await until(() => heard.length === round)
    await sleep(5)
    process.kill(heard[round - 1]!.pid, 'SIGKILL')
  }
  await until(() => heard.length === 9)
  t.pass('doubled eight times, 20 ms would be 5 s')
})

t.test('a child may be left dead', async (t) => {
  const { heard } = start(t, 'mortal', { onExit: () => false })
  await until(() => heard.length === 1)
  await sleep(200)
  t.equal(heard.length, 1)
})

t.test('children are told things and answer', async (t) => {
  const { supervisor, heard } = start(t, 'steady')
  await until(() => heard.length === 1)
  supervisor.send('one', { kind: 'go' })
  await until(() => heard.length === 2)
  t.match(heard[1]!.said, { kind: 'go' })
})

t.test('what is said at the very start is not lost', async (t) => {
  const told: { supervisor?: Supervisor } = {}
  const { supervisor, heard } = start(t, 'steady', {
    onStart: (name) => told.supervisor?.send(name, { kind: 'early' }),
  })
  told.supervisor = supervisor
  await until(() => heard.length === 2)
  t.match(heard.map((each) => each.said).filter(Boolean), [{ kind: 'early' }])
})

t.test('stopping ends the children and starts none again', async (t) => {
  const { supervisor, heard } = start(t, 'steady')
  await until(() => heard.length === 1)
  await supervisor.stop(5_000)
  t.notOk(isAlive(heard[0]!.pid))
  await sleep(150)
  t.equal(heard.length, 1)
})

t.test('a child that ignores SIGTERM is killed when its time is over', async (t) => {
  const { supervisor, heard } = start(t, 'stubborn')
  await until(() => heard.length === 1)
  const before = Date.now()
  await supervisor.stop(200)
  t.ok(Date.now() - before >= 190)
  t.notOk(isAlive(heard[0]!.pid))
})

t.test('killing cuts a patient stop short', async (t) => {
  const { supervisor, heard } = start(t, 'stubborn')
  await until(() => heard.length === 1)
  const stopping = supervisor.stop(60_000)
  supervisor.kill()
  await stopping
  t.notOk(isAlive(heard[0]!.pid))
})

t.test('children end when their supervisor is killed', async (t) => {
  const dir = t.testdir({
    'child.mjs': child,
    'parent.mjs': `
      import { supervise } from ${JSON.stringify(import.meta.resolve('../../../api/platform/supervise.ts'))}
      const log = { info() {}, warn() {}, error() {} }
      supervise({
        children: [{ name: 'one', modulePath: process.argv[2], args: ['steady'], env: process.env, output: 'ignore' }],
        log,
        onMessage: (name, { pid }) => console.log(pid),
      })`,
  })
  const parent: ChildProcess = spawn(process.execPath, [join(dir, 'parent.mjs'), join(dir, 'child.mjs')])
  const [printed] = await once(parent.stdout!, 'data')
  const pid = Number(String(printed))
  t.ok(isAlive(pid))
  parent.kill('SIGKILL')
  await until(() => !isAlive(pid))
  t.pass('gone')
})
