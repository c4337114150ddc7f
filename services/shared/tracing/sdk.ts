/** The OpenTelemetry SDK; loaded only if traces are enabled. */
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Span, SpanAttributes, SpanOptions, Tracer } from './tracer.js';

const SEND_MS = 1_000;
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};
const NAMES: Readonly<Record<keyof SpanAttributes, string>> = {
  service: 'zo.service',
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  topic: 'messaging.destination.name',
  type: 'zo.event',
};

export function openTracer(service: string, endpoint: string): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_MS })],
  });
  const tracer = provider.getTracer('zo');
  return {
    start: (name, { kind, parent, attributes = {} }: SpanOptions): Span => {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: listed(attributes) }, contextOf(parent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`,
        end: ({ name: better, failed = false, ...more } = {}) => {
          if (better) span.updateName(better);
          span.setAttributes(listed(more));
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    stop: () => provider.shutdown(),
  };
}

/** An invalid `traceparent` starts a new trace. */
function contextOf(parent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(parent ?? '') ?? [];
  if (!traceId || !spanId) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags!, 16) & TraceFlags.SAMPLED,
    isRemote: true,
  });
}

/** Attributes that are not listed are dropped. */
const listed = (attributes: SpanAttributes) =>
  Object.fromEntries(
    Object.entries(NAMES)
      .map(([key, name]) => [name, attributes[key as keyof SpanAttributes]])
      .filter(([, value]) => value !== undefined),
  ) as Record<string, string | number>;
