export * from './cache.js';
export * from './memory.adapter.js';
export * from './redis.adapter.js';
