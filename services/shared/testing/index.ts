export * from './computer.js';
export * from './database.js';
export * from './service.js';
