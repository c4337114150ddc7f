export * from './address.js';
export * from './fetch.js';
