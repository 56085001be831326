import type { Config } from '../settings/config.ts'

export interface TelemetryTarget {
  readonly traces: string | null
  readonly metrics: string | null
}

/** Where telemetry goes; null where it goes nowhere. */
export function telemetryTarget(config: Config): TelemetryTarget | null {
  const { otelEnabled, otelSdkDisabled, otelTraces, otelMetrics, otelExporterOtlpEndpoint: base } = config
  if (!otelEnabled || otelSdkDisabled) return null
  const traces = config.otelExporterOtlpTracesEndpoint ?? (base === null ? null : `${base}/v1/traces`)
  const metrics = config.otelExporterOtlpMetricsEndpoint ?? (base === null ? null : `${base}/v1/metrics`)
  const target = { traces: otelTraces ? traces : null, metrics: otelMetrics ? metrics : null }
  return target.traces === null && target.metrics === null ? null : target
}
