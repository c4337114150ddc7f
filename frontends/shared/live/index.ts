export { live } from './socket';
export { startLive } from './cache';
export { NonceSource, backoffMs, socketUrl } from './nonce';
export { changedPlace, movedPlace } from './places';
export type * from './messages';
