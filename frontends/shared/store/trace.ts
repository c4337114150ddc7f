const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A new W3C `traceparent`, one per request; the services continue the trace when a collector is configured. */
export const newTrace = (): string => `00-${hex(16)}-${hex(8)}-01`;
