// The standard SDK of OpenTelemetry behind our own few calls; `start-telemetry.ts` and the test of an operator load it.

import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  type Histogram,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import {
  type ExportResult,
  ExportResultCode,
  parseKeyPairsIntoRecord,
  W3CTraceContextPropagator,
} from '@opentelemetry/core'
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter as ProtoMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtoTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  InMemorySpanExporter,
  ParentBasedSampler,
  type Sampler,
  SimpleSpanProcessor,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../log.ts'
import type { Config } from '../settings/config.ts'
import { statementWithoutValues } from './statement-text.ts'
import type { Duration, Figure, OpenSpan, SpanInput, TelemetrySink } from './telemetry.ts'
import type { TelemetryTarget } from './telemetry-target.ts'

/** A collector that is away must not hold up a process that is to stop. */
const CLOSE_WITHIN_MS = 3_000
const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT } as const
const SECONDS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const propagator = new W3CTraceContextPropagator()

interface Options {
  readonly config: Config
  readonly log: Log
  readonly role: string
  readonly target: TelemetryTarget
}

export function openTelemetry({ config, role, target }: Options): TelemetrySink {
  const resource = resourceOf(config, role)
  const traces = target.traces === null ? null : openTraces(config, resource, target.traces)
  const metrics = target.metrics === null ? null : openMetrics(config, resource, target.metrics)
  const current = new AsyncLocalStorage<Context>()
  return {
    inSpan: (input, work) =>
      traces === null ? work(UNSEEN) : runInSpan({ tracer: traces.tracer, current }, input, work),
    addStatement(text, startedAtMs, failure) {
      const parent = current.getStore()
      const isTold = traces !== null && parent !== undefined && trace.getSpan(parent)?.isRecording() === true
      if (!isTold || Math.random() * 100 >= config.otelStatementPercent) return
      const shown = statementWithoutValues(text)
      const span = traces.tracer.startSpan(
        shown.split(' ', 1)[0] ?? 'statement',
        {
          kind: SpanKind.CLIENT,
          startTime: startedAtMs,
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': shown },
        },
        parent,
      )
      if (failure !== null) markFailed(span, failure)
      span.end()
    },
    observe: (duration, seconds, facts) => metrics?.durations[duration].record(seconds, facts),
    watch: (read) => metrics?.watch(read),
    async close() {
      const closing = Promise.allSettled([traces?.close(), metrics?.close()])
      const impatience = new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS).unref())
      await Promise.race([closing, impatience])
    },
  }
}

const nothing = () => undefined
const UNSEEN: OpenSpan = { add: nothing, rename: nothing, fail: nothing }

async function runInSpan<T>(
  { tracer, current }: { tracer: Tracer; current: AsyncLocalStorage<Context> },
  { name, kind, facts, carrier }: SpanInput,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  const parent = carrier === undefined ? (current.getStore() ?? ROOT_CONTEXT) : callerContext(carrier)
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: facts }, parent)
  const open: OpenSpan = {
    add: (more) => void span.setAttributes(more),
    rename: (to) => void span.updateName(to),
    fail: (failure) => markFailed(span, failure),
  }
  try {
    return await current.run(trace.setSpan(parent, span), () => work(open))
  } catch (error) {
    markFailed(span, error instanceof Error ? error.name : 'unknown')
    throw error
  } finally {
    span.end()
  }
}

/** The trace that the caller began, if its headers tell of one. */
function callerContext(header: (name: string) => string | undefined): Context {
  const names = propagator.fields()
  const carrier = Object.fromEntries(
    names.flatMap((name) => (header(name) === undefined ? [] : [[name, header(name)]])),
  )
  return propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter)
}

function markFailed(span: Span, failure: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', failure)
}

/** What OTEL_RESOURCE_ATTRIBUTES says, and of which process all this tells. */
function resourceOf(config: Config, role: string): Resource {
  return resourceFromAttributes({
    ...parseKeyPairsIntoRecord(config.otelResourceAttributes ?? undefined),
    'service.name': config.otelServiceName,
    'service.version': config.version,
    'svc.role': role,
    'process.pid': process.pid,
  })
}

function openTraces(config: Config, resource: Resource, url: string) {
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(config),
    spanProcessors: [new BatchSpanProcessor({ exporter: traceExporter(config, url) })],
  })
  return { tracer: provider.getTracer('svc'), close: () => provider.shutdown() }
}

function traceExporter(config: Config, url: string, timeoutMillis?: number): SpanExporter {
  const options = { url, headers: headersOf(config), ...(timeoutMillis === undefined ? {} : { timeoutMillis }) }
  return config.otelExporterOtlpProtocol === 'http/json'
    ? new JsonTraceExporter(options)
    : new ProtoTraceExporter(options)
}

function headersOf(config: Config): Record<string, string> {
  return parseKeyPairsIntoRecord(config.otelExporterOtlpHeaders ?? undefined)
}

function samplerOf({ otelTracesSampler: name, otelTracesSamplerArg: share }: Config): Sampler {
  const bare = name.replace('parentbased_', '')
  const root =
    bare === 'always_off'
      ? new AlwaysOffSampler()
      : bare === 'traceidratio'
        ? new TraceIdRatioBasedSampler(Number(share ?? 1))
        : new AlwaysOnSampler()
  return bare === name ? root : new ParentBasedSampler({ root })
}

function openMetrics(config: Config, resource: Resource, url: string) {
  const options = { url, headers: headersOf(config) }
  const exporter =
    config.otelExporterOtlpProtocol === 'http/json' ? new JsonMetricExporter(options) : new ProtoMetricExporter(options)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: config.otelMetricExportInterval })
  const provider = new MeterProvider({ resource, readers: [reader] })
  const meter = provider.getMeter('svc')
  const histogram = (name: Duration, description: string): Histogram =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: SECONDS_BUCKETS } })
  const known = new Set<string>()
  return {
    durations: {
      'http.server.request.duration': histogram('http.server.request.duration', 'From a request to its reply'),
      'svc.job.duration': histogram('svc.job.duration', 'From the start of a job to its end'),
    } satisfies Record<Duration, Histogram>,
    /** Figures are read once for each batch; those of a name that is new become an instrument of their own. */
    watch(read: () => Promise<readonly Figure[]>): void {
      let reading: Promise<readonly Figure[]> | null = null
      const together = () => {
        reading ??= read().finally(() => {
          setTimeout(() => {
            reading = null
          }, 1_000).unref()
        })
        return reading
      }
      void together().then((figures) => {
        for (const { name, help, kind } of figures) {
          if (known.has(name)) continue
          known.add(name)
          const make = kind === 'gauge' ? 'createObservableGauge' : 'createObservableCounter'
          meter[make](name, { description: help }).addCallback(async (result) => {
            const figure = (await together()).find((one) => one.name === name)
            for (const { value, facts } of figure?.values ?? []) result.observe(value, facts)
          })
        }
      }, nothing)
    },
    close: () => provider.shutdown(),
  }
}

/** Sends one span at once; null where it arrived, else why not. */
export async function sendTestSpan(config: Config, url: string, timeoutMs: number): Promise<string | null> {
  const made = new InMemorySpanExporter()
  const provider = new TracerProvider({
    resource: resourceOf(config, 'test'),
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new SimpleSpanProcessor({ exporter: made })],
  })
  provider.getTracer('svc').startSpan('telemetry test').end()
  const exporter = traceExporter(config, url, timeoutMs)
  try {
    const late = new Promise<ExportResult>((resolve) => {
      setTimeout(() => resolve({ code: ExportResultCode.FAILED, error: new Error('timeout') }), timeoutMs).unref()
    })
    const sent = new Promise<ExportResult>((resolve) => exporter.export(made.getFinishedSpans(), resolve))
    const { code, error } = await Promise.race([sent, late])
    return code === ExportResultCode.SUCCESS ? null : reasonOf(error)
  } finally {
    exporter.shutdown().catch(nothing)
    await provider.shutdown()
  }
}

/** A collector's words are left out: they may repeat what was sent. */
function reasonOf(error: (Error & { code?: unknown }) | undefined): string {
  const { code } = error ?? {}
  if (typeof code === 'number') return `The collector answered ${code}.`
  const cause = typeof code === 'string' ? code : ((error?.cause as { code?: string } | undefined)?.code ?? '')
  if (error?.message === 'timeout') return 'The collector did not answer in time.'
  return `The collector was not reached${cause === '' ? '' : ` (${cause})`}.`
}
