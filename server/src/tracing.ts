import { setTimeout as sleep } from 'node:timers/promises'
import type { SpanExporter } from '@opentelemetry/sdk-trace-node'
import { second } from './kernel/durations.ts'
import type { Log } from './kernel/log.ts'
import { logThrottled } from './kernel/throttled-log.ts'

/** OpenTelemetry traces, when a collector is named. Loaded only then: it costs start-up time and memory. */
export async function startTracing(
  endpoint: string,
  version: string,
  log: Log,
): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {}
  const [
    { NodeTracerProvider, BatchSpanProcessor },
    { OTLPTraceExporter },
    { resourceFromAttributes },
    otel,
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@fastify/otel'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'mainstay', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(withFailuresLogged(exporter, log))],
  })
  provider.register()
  const { FastifyOtelInstrumentation } = otel
  const instrumentation = new FastifyOtelInstrumentation({
    registerOnInitialization: true,
    // The path and its query would be exported, and the address of an inbound webhook is its credential.
    requestHook: (span, { routeOptions }) =>
      void span.setAttribute('url.path', routeOptions.url ?? 'unknown'),
  })
  instrumentation.setTracerProvider(provider)
  instrumentation.enable()
  // A collector that does not answer must not hold up the stop.
  return () => Promise.race([provider.shutdown(), sleep(second, undefined, { ref: false })])
}

/** OpenTelemetry itself drops traces silently when the collector does not accept them. */
export const withFailuresLogged = (exporter: SpanExporter, log: Log): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.error)
        logThrottled(
          log,
          'warn',
          { err: result.error },
          'traces could not be sent: OTEL_EXPORTER_OTLP_ENDPOINT must accept OTLP over HTTP, mostly on port 4318',
        )
      done(result)
    }),
  shutdown: () => exporter.shutdown(),
})
