export * from './cache.js';
export * from './memory.adapter.js';
