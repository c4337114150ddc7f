export * from './can.js';
export * from './context.js';
export * from './guard.js';
export * from './token.js';
