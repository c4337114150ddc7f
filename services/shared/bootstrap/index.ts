export * from './drain.js';
export * from './engines.js';
export * from './platform.js';
export * from './service.js';
export * from './run.js';
