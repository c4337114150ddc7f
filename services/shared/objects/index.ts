export * from './objects.js';
export * from './folder.adapter.js';
export * from './s3.adapter.js';
