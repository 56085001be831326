// What spans and measurements are told to. Nothing of the telemetry library is loaded here: without an endpoint to send to
// there is no sink, and every call below costs a look at a variable.

/** Facts of a span; values that people wrote, bodies and secrets are none. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>

export interface SpanInput {
  readonly name: string
  readonly kind: 'server' | 'consumer' | 'client'
  readonly facts: SpanFacts
  /** A header of the request by its name, where a caller may have begun the trace. */
  readonly carrier?: (name: string) => string | undefined
}

/** A span that is open. */
export interface OpenSpan {
  add(facts: SpanFacts): void
  /** Where the name is known only at the end, as that of a request is by its route. */
  rename(name: string): void
  /** Marks it as failed, by the kind of the failure and not its words, which may repeat what somebody wrote. */
  fail(kind: string): void
}

/** A length of time that is told as a distribution. */
export type Duration = 'http.server.request.duration' | 'svc.job.duration'

/** One figure of the process, as `/metrics` tells it. */
export interface Figure {
  readonly name: string
  readonly help: string
  readonly kind: 'gauge' | 'counter'
  readonly values: readonly { readonly value: number; readonly facts: SpanFacts }[]
}

export interface TelemetrySink {
  inSpan<T>(span: SpanInput, work: (span: OpenSpan) => Promise<T>): Promise<T>
  /** A span of what has ended, under the one that is open; told of a sample. */
  addStatement(text: string, startedAtMs: number, failure: string | null): void
  observe(duration: Duration, seconds: number, facts: SpanFacts): void
  /** Tells the figures of this read with each batch of measurements. */
  watch(read: () => Promise<readonly Figure[]>): void
  close(): Promise<void>
}

const nothing = () => undefined
const CLOSED: OpenSpan = { add: nothing, rename: nothing, fail: nothing }

let sink: TelemetrySink | null = null

export function setTelemetrySink(to: TelemetrySink | null): void {
  sink = to
}

/** Does work in a span, where anything listens. A failure marks the span and is thrown on. */
export function inSpan<T>(span: SpanInput, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  return sink === null ? work(CLOSED) : sink.inSpan(span, work)
}

export function observeDuration(duration: Duration, seconds: number, facts: SpanFacts): void {
  sink?.observe(duration, seconds, facts)
}

/** Whether statements are to be told of at all. */
export function hearsStatements(): boolean {
  return sink !== null
}

export function addStatement(text: string, startedAtMs: number, failure: string | null): void {
  sink?.addStatement(text, startedAtMs, failure)
}
