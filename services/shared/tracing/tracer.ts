/** What a tracer records, independent of the SDK that sends it. */

/** The attributes a span may have: names of routes, calls and events; never data of a user, a file or a message. */
export interface SpanAttributes {
  readonly service?: string;
  readonly method?: string;
  /** Template of a route, never a URL. */
  readonly route?: string;
  readonly status?: number;
  readonly topic?: string;
  readonly type?: string;
}

export interface Span {
  /** In W3C format, for outgoing calls. */
  readonly traceparent: string;
  end(attributes?: SpanAttributes & { readonly name?: string; readonly failed?: boolean }): void;
}

export interface SpanOptions {
  readonly kind: 'server' | 'client' | 'consumer' | 'internal';
  /** The caller's `traceparent`. Without it, the current span is the parent. */
  readonly parent?: string;
  readonly attributes?: SpanAttributes;
}

export interface Tracer {
  start(name: string, options: SpanOptions): Span;
  stop(): Promise<void>;
}
