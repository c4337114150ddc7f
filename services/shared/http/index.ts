export * from './form.js';
export * from './response.js';
export * from './health.js';
export * from './input.js';
export * from './network.js';
export * from './openapi.js';
export * from './problem.js';
