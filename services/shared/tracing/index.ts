/** Traces of one action across services: from the browser to the agent, and through the event log. */
export { traceRequest, traceUpgrade } from './http.js';
export { detached, startTracing, stopTracing, traced, traceparent } from './span.js';
export type { SpanAttributes } from './tracer.js';
