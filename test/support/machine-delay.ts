import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const idleThread = `
  const { monitorEventLoopDelay } = require('node:perf_hooks')
  const { parentPort } = require('node:worker_threads')
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  parentPort.on('message', () => {
    parentPort.postMessage(delay.percentile(99) / 1e6)
    delay.reset()
  })`

/**
 * How long the machine lets a thread wait that has nothing to do: the 99th percentile in milliseconds since the last time
 * it was asked. What a test measures beside it tells of the service only as far as it is much longer.
 */
export async function watchMachine(t: { teardown: (work: () => Promise<unknown>) => void }): Promise<{
  p99(): Promise<number>
}> {
  const worker = new Worker(idleThread, { eval: true, execArgv: [] })
  await once(worker, 'online')
  t.teardown(() => worker.terminate())
  return {
    async p99() {
      worker.postMessage('tell')
      const [delayMs] = await once(worker, 'message')
      return delayMs
    },
  }
}
