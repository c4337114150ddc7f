/** Requests exactly as written: headers and addresses are not normalised. */
import { request } from 'node:http';
import { connect } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
}

export function send(
  port: number,
  {
    method,
    path,
    headers,
    body,
  }: { method: string; path: string; headers: Record<string, string | string[]>; body?: string | Buffer },
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        agent: false,
        headers: { host: `localhost:${port}`, ...length, ...headers },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer
          .on('data', (data: Buffer) => parts.push(data))
          .on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(parts).toString('utf8'),
            }),
          );
        answer.on('error', reject);
      },
    );
    outgoing.setTimeout(15_000, () => outgoing.destroy(new Error('no answer in 15 s')));
    // The server may refuse before it has read the body: only the response counts.
    outgoing.on('error', reject).end(body);
  });
}

/** Sends raw bytes; the status is 0 if the server disconnects without a response. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<RawResponse> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data: Buffer) => {
      text += data.toString('utf8');
      if (/^HTTP\/1\.1 \d+/.test(text)) socket.setTimeout(150);
    });
    socket.setTimeout(5_000, () => socket.destroy());
    socket
      .on('error', () => undefined)
      .on('close', () => resolve({ status: Number(text.split(' ')[1] ?? 0), headers: {}, text }));
  });
}
