/**
 * Fakes of the apps that users connect, behind one address: `/<host>/<path>` is what `https://<host>/<path>` would be.
 * OAuth of every provider, Drive and Notion, each with switches for its faults.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Answer, type Asked, sendJson } from './fake-app.js';
import { FakeDrive } from './fake-drive.js';
import { FakeNotion } from './fake-notion.js';
import { FakeOAuth } from './fake-oauth.js';

export interface FakeApps {
  readonly url: string;
  readonly oauth: FakeOAuth;
  readonly drive: FakeDrive;
  readonly notion: FakeNotion;
  readonly seen: Asked[];
  /** Answers the next requests to a host instead of the fake; as many as there are answers. */
  instead(host: string, ...answers: Answer[]): void;
  stop(): Promise<void>;
}

export async function startFakeApps(): Promise<FakeApps> {
  const oauth = new FakeOAuth();
  const drive = new FakeDrive();
  const notion = new FakeNotion();
  const seen: Asked[] = [];
  const instead = new Map<string, Answer[]>();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, host = '', ...path] = (request.url ?? '').split('/');
    const asked: Asked = {
      method: request.method ?? '',
      host,
      url: new URL(`https://${host}/${path.join('/')}`),
      headers: request.headers,
      body: await text(request),
      account: oauth.accountOf(request.headers.authorization),
    };
    seen.push(asked);
    const other = instead.get(host)?.shift();
    if (other) return other(asked, response);
    if (oauth.answer(asked, response)) return;
    if (host === 'www.googleapis.com') return drive.answer(asked, response);
    if (host === 'api.notion.com' || host === 'files.notion.example') return notion.answer(asked, response);
    sendJson(response, 404, { error: 'nothing is here' });
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  drive.relay = url;
  return {
    url,
    oauth,
    drive,
    notion,
    seen,
    instead: (host, ...answers) => void instead.set(host, answers),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
