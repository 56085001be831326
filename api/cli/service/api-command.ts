import { noArguments } from '../words/parse-options.ts'
import { runServiceProcess } from './run-service-process.ts'

/** `svc api`: serves HTTP and sockets until SIGTERM, and the metrics on a port of their own when one is set. */
export function run(args: string[]): Promise<number> {
  noArguments(args, 'api')
  return runServiceProcess({ role: 'api', load: loadApi })
}

async function loadApi(): ReturnType<Parameters<typeof runServiceProcess>[0]['load']> {
  const [{ startApi }, { startMetricsServer }, { leave }] = await Promise.all([
    import('../../server/main.ts'),
    import('../../platform/metrics/metrics.ts'),
    import('../../operations/standing.ts'),
  ])
  return async (services, config) => {
    const { host, metricsPort } = config
    const metrics = metricsPort === null ? null : await startMetricsServer(services, host, metricsPort)
    const api = await startApi(services, config)
    return {
      address: api.address,
      leave,
      async close() {
        await api.close()
        await metrics?.close()
      },
    }
  }
}
