/** Traces: who called whom on behalf of one action, from the browser to the door of the agent, through the event log. */
export { traceRequest, traceUpgrade } from './http.js';
export { detached, type SpanAttributes, startTracing, stopTracing, traced, traceparent } from './span.js';
