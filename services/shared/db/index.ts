export * from './database.js';
export * from './prepare.js';
