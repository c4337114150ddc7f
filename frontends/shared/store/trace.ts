const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Each action begins a trace (W3C), which services go on with where somebody collects them. */
export const newTrace = (): string => `00-${hex(16)}-${hex(8)}-01`;
