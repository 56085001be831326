import type { Services } from '../../platform/context.ts'
import { reachConfigured } from '../../platform/egress/reach-configured.ts'
import { telemetryTarget } from '../../platform/telemetry/telemetry-target.ts'

interface Finding {
  readonly mode: 'export' | 'probe'
  readonly outcome: 'success' | 'reachable' | 'failure'
  readonly detail: string
}

/** Whether telemetry arrives: one span is sent where traces are, else the collector's port is tried. */
export async function testTelemetry({ config, clock }: Pick<Services, 'config' | 'clock'>): Promise<object> {
  const target = telemetryTarget(config)
  const timeoutMs = config.telemetryTestExportTimeoutSeconds * 1_000
  const endpoint = target?.traces ?? target?.metrics ?? config.otelExporterOtlpEndpoint ?? ''
  const startedMs = performance.now()
  let finding: Finding
  if (endpoint === '') finding = { mode: 'probe', outcome: 'failure', detail: 'No collector is set.' }
  else if (target === null || target.traces === null) finding = await probe(endpoint, timeoutMs)
  else {
    const { sendTestSpan } = await import('../../platform/telemetry/open-telemetry.ts')
    const fault = await sendTestSpan(config, target.traces, timeoutMs)
    finding =
      fault === null
        ? { mode: 'export', outcome: 'success', detail: 'The collector took a span.' }
        : { mode: 'export', outcome: 'failure', detail: fault }
  }
  return {
    ...finding,
    endpoint,
    protocol: config.otelExporterOtlpProtocol,
    duration_ms: Math.round(performance.now() - startedMs),
    checked_at: clock.now().toISOString(),
  }
}

async function probe(endpoint: string, timeoutMs: number): Promise<Finding> {
  const fault = await reachConfigured(endpoint, timeoutMs)
  if (fault === null)
    return { mode: 'probe', outcome: 'reachable', detail: 'Somebody listens there; no traces are sent.' }
  const detail =
    fault === 'timeout' ? 'The collector did not answer in time.' : `The collector was not reached (${fault}).`
  return { mode: 'probe', outcome: 'failure', detail }
}
