/** The machine's end of the link: an HTTP/2 server in a websocket whose CONNECT streams lead to the agent's socket. */
import { constants, performServerHandshake, type ServerHttp2Session } from 'node:http2';
import { connect } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { JsSocket } from '@zo/streams';

const WINDOW = 4 * 1024 * 1024;
const MAX_STREAMS = 256;

/** Serves until `link` ends. Nothing but the agent can be reached. */
export function serveTunnel(link: Duplex, agentSocket: string): ServerHttp2Session {
  const session = performServerHandshake(new JsSocket(link), {
    settings: { initialWindowSize: WINDOW, maxConcurrentStreams: MAX_STREAMS },
  });
  session.on('error', () => link.destroy());
  session.setLocalWindowSize(2 * WINDOW);
  session.on('stream', (stream, headers) => {
    stream.on('error', () => stream.close());
    // It may be cancelled already.
    if (stream.destroyed) return;
    if (headers[constants.HTTP2_HEADER_METHOD] !== 'CONNECT')
      return stream.respond({ ':status': constants.HTTP_STATUS_METHOD_NOT_ALLOWED }, { endStream: true });
    const agent = connect(agentSocket);
    agent.once('connect', () => stream.respond({ ':status': constants.HTTP_STATUS_OK }));
    pipeline(stream, agent, stream, () => {
      agent.destroy();
      if (!stream.closed) stream.close(constants.NGHTTP2_CANCEL);
    });
  });
  return session;
}
