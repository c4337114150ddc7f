export * from './objects.js';
export * from './folder.adapter.js';
