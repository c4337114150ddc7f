export * from './address.js';
export * from './fetch.js';
export * from './own-addresses.js';
