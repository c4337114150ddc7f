/**
 * Creates spans at our own boundaries instead of patching libraries. Without an endpoint, nothing is loaded or created.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanOptions, Tracer } from './tracer.js';

const current = new AsyncLocalStorage<Span>();
let tracer: Tracer | undefined;

/** Starts sending spans to the collector at `endpoint` (OTLP over HTTP); does nothing without one. */
export async function startTracing(service: string, endpoint: string | undefined): Promise<void> {
  if (endpoint) tracer = (await import('./sdk.js')).openTracer(service, endpoint);
}

/** Sends the buffered spans. */
export async function stopTracing(): Promise<void> {
  await tracer?.stop();
  tracer = undefined;
}

/** The `traceparent` to send with outgoing calls. */
export const traceparent = (): string | undefined => current.getStore()?.traceparent;

export const startSpan = (name: string, options: SpanOptions): Span | undefined =>
  tracer?.start(name, { ...options, parent: options.parent ?? traceparent() });

/** Runs `work` within the span, including everything it starts asynchronously. */
export const within = <T>(span: Span | undefined, work: () => T): T => (span ? current.run(span, work) : work());

/** Runs `work` outside the current trace, for work that outlives the action that started it. */
export const detached = <T>(work: () => T): T => current.exit(work);

/** Runs `work` within a new span that ends with it. */
export async function traced<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = startSpan(name, options);
  if (!span) return work();
  let failed = true;
  try {
    const value = await current.run(span, work);
    failed = false;
    return value;
  } finally {
    span.end({ failed });
  }
}
