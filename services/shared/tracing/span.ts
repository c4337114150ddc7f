/** Spans are made at the seams this codebase owns, not by patching libraries; without a place to send them nothing is loaded or made. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** What a span may say. Names of routes, calls and events; nothing of a person, a file or what was said. */
export interface SpanAttributes {
  readonly service?: string;
  readonly method?: string;
  /** Template of a route, never an address. */
  readonly route?: string;
  readonly status?: number;
  readonly topic?: string;
  readonly type?: string;
}

export interface Span {
  /** In the form of W3C, for whoever is called. */
  readonly traceparent: string;
  end(attributes?: SpanAttributes & { readonly name?: string; readonly failed?: boolean }): void;
}

export interface SpanOptions {
  readonly kind: 'server' | 'client' | 'consumer' | 'internal';
  /** `traceparent` of the caller, as it came in. Without it, the span this is done within. */
  readonly parent?: string;
  readonly attributes?: SpanAttributes;
}

export interface Tracer {
  start(name: string, options: SpanOptions): Span;
  stop(): Promise<void>;
}

const current = new AsyncLocalStorage<Span>();
let tracer: Tracer | undefined;

/** From now on spans are sent to the collector at `endpoint` (OTLP over HTTP); without one there are none. */
export async function startTracing(service: string, endpoint: string | undefined): Promise<void> {
  if (endpoint) tracer = (await import('./sdk.js')).openTracer(service, endpoint);
}

/** Sends what is still here. */
export async function stopTracing(): Promise<void> {
  await tracer?.stop();
  tracer = undefined;
}

/** What whoever is called now should hear. */
export const traceparent = (): string | undefined => current.getStore()?.traceparent;

export const startSpan = (name: string, options: SpanOptions): Span | undefined =>
  tracer?.start(name, { ...options, parent: options.parent ?? traceparent() });

/** Everything begun in `work`, however late it ends, is within the span. */
export const within = <T>(span: Span | undefined, work: () => T): T => (span ? current.run(span, work) : work());

/** For what goes on when the action it began with is long over: it is no part of that trace. */
export const detached = <T>(work: () => T): T => current.exit(work);

/** A span for as long as `work` takes. */
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
