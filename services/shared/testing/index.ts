export * from './computer.js';
export * from './database.js';
export * from './entities.js';
export * from './hostile-agent.js';
export * from './repetitions.js';
export * from './service.js';
export * from './service-process.js';
export { reportUsage } from './usage.js';
