export { CloseOnError } from './close-on-error.js';
export * from './gateway.adapter.js';
