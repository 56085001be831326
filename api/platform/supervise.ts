import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import type { Log } from './log.ts'

/** One process that is to run for as long as its supervisor. */
export interface ChildSpec {
  name: string
  modulePath: string
  args: string[]
  env: NodeJS.ProcessEnv
  execArgv?: string[]
  /** Where standard output and standard error go. */
  output?: 'inherit' | 'ignore' | number
}

export interface ChildExit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface SuperviseOptions {
  children: ChildSpec[]
  log: Pick<Log, 'info' | 'warn' | 'error'>
  /** A child was started, for the first time or again. */
  onStart?(name: string): void
  onMessage?(name: string, message: unknown): void
  /** A child ended without being asked; false leaves it so. */
  onExit?(name: string, exit: ChildExit): boolean
  firstPauseMs?: number
  longestPauseMs?: number
  /** A child that lived this long starts again after the first pause, whatever came before. */
  calmAfterMs?: number
}

export interface Supervisor {
  send(name: string, message: object): void
  /** Asks all children to end (SIGTERM), ends those that take longer than `graceMs`, and waits for all. */
  stop(graceMs: number): Promise<void>
  /** Ends all children at once; `stop` then resolves. */
  kill(): void
}

/**
 * Starts children and starts each again when it dies, after pauses that double from half a second to half a minute.
 * Children notice the death of the supervisor, even by kill -9, by the `disconnect` event of their channel.
 */
export function supervise(options: SuperviseOptions): Supervisor {
  const keepers = new Map(options.children.map((spec) => [spec.name, keepChild(spec, options)]))
  const all = [...keepers.values()]
  return {
    send: (name, message) => keepers.get(name)?.send(message),
    stop: async (graceMs) => {
      await Promise.all(all.map((keeper) => keeper.stop(graceMs)))
    },
    kill: () => {
      for (const keeper of all) keeper.kill()
    },
  }
}

function keepChild(spec: ChildSpec, options: SuperviseOptions) {
  const { log, firstPauseMs = 500, longestPauseMs = 30_000, calmAfterMs = 60_000 } = options
  let child: ChildProcess | null = null
  let restartTimer: NodeJS.Timeout | undefined
  let pauseMs = firstPauseMs
  let isStopping = false
  let reportGone = () => {}

  function start(): void {
    const startedAt = Date.now()
    const started = forkChild(spec)
    child = started
    started.on('message', (message) => options.onMessage?.(spec.name, message))
    started.on('error', (error) => log.error({ child: spec.name, error }, 'child process'))
    started.once('exit', (code, signal) => ended(Date.now() - startedAt, { code, signal }))
    options.onStart?.(spec.name)
  }

  function ended(livedMs: number, exit: ChildExit): void {
    child = null
    reportGone()
    if (isStopping) return
    if (options.onExit?.(spec.name, exit) === false) return
    if (livedMs >= calmAfterMs) pauseMs = firstPauseMs
    log.warn({ child: spec.name, ...exit, livedMs, pauseMs }, 'child process ended; starting it again')
    restartTimer = setTimeout(start, pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }

  // Not before the supervisor is there: callbacks of the first start may already want to send.
  setImmediate(() => {
    if (!isStopping) start()
  })

  return {
    send(message: object): void {
      // A child that is just dying cannot be told anything; its successor asks anew.
      if (child?.connected) child.send(message, (error) => error && log.warn({ child: spec.name, error }, 'not told'))
    },
    async stop(graceMs: number): Promise<void> {
      isStopping = true
      clearTimeout(restartTimer)
      const stopped = child
      if (stopped === null) return
      const gone = new Promise<void>((settle) => {
        reportGone = settle
      })
      stopped.kill('SIGTERM')
      const impatience = setTimeout(() => {
        log.error({ child: spec.name, graceMs }, 'child process does not stop; killing it')
        stopped.kill('SIGKILL')
      }, graceMs)
      await gone
      clearTimeout(impatience)
    },
    kill(): void {
      isStopping = true
      clearTimeout(restartTimer)
      child?.kill('SIGKILL')
    },
  }
}

function forkChild({ modulePath, args, env, execArgv = [], output = 'inherit' }: ChildSpec): ChildProcess {
  const stdio: StdioOptions = ['ignore', output, output, 'ipc']
  return fork(modulePath, args, { env, execArgv, stdio })
}
