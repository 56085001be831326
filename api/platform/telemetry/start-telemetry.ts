import type { Log } from '../log.ts'
import type { Config } from '../settings/config.ts'
import { setTelemetrySink, type TelemetrySink } from './telemetry.ts'
import { telemetryTarget } from './telemetry-target.ts'

export type Telemetry = Pick<TelemetrySink, 'watch' | 'close'>

/**
 * Starts sending traces and metrics of this process where there is somewhere to send them; the library is loaded only
 * then. Closing sends what is left, for a few seconds at most.
 */
export async function startTelemetry(config: Config, log: Log, role: 'api' | 'jobs'): Promise<Telemetry | null> {
  const target = telemetryTarget(config)
  if (target === null) return null
  const { openTelemetry } = await import('./open-telemetry.ts')
  const sink = openTelemetry({ config, log, role, target })
  setTelemetrySink(sink)
  return {
    watch: sink.watch,
    async close() {
      setTelemetrySink(null)
      await sink.close()
    },
  }
}
