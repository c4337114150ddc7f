export * from './cookie.js';
export * from './can.js';
export * from './content.js';
export * from './context.js';
export * from './guard.js';
export * from './keys.js';
export * from './nonce.js';
export * from './token.js';
