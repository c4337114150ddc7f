export * from './database.js';
export * from './find.js';
export * from './prepare.js';
export * from './repository.js';
export * from './settings.js';
export * from './statement.js';
export * from './tenants.js';
