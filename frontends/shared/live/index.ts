export { live } from './socket';
export { startLive } from './cache';
export { NonceSource, backoffMs, socketUrl } from './nonce';
export type * from './messages';
