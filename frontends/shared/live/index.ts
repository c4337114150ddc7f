export { live } from './socket';
export { startLive } from './cache';
export { NonceSource, backoffMs, socketUrl } from './nonce';
export { changedLocation, movedLocation } from './locations';
export type * from './messages';
