/** Traces of one action across services: from the browser to the agent, and through the event log. */
export { traceRequest, traceUpgrade } from './http.js';
export { detached, type SpanAttributes, startTracing, stopTracing, traced, traceparent } from './span.js';
