/** Moves bytes between sockets and files. */
export { BLOCK_BYTES, giveBack, returnPair, takeBlock, takePair } from './blocks.js';
export { inBlocks } from './in-blocks.js';
export { SERVICE_RESTART, SWITCHING_PROTOCOLS, Tunnels, type Upgrade } from './tunnel.js';
export { CONNECT_TIMEOUT_MS, ConnectTimeoutError, dial, DialAgent, limitConnect } from './dial.js';
export { JsSocket } from './js-socket.js';
export { writeAll } from './direct-file.js';
export { writeBody, type Written } from './write-body.js';
