/**
 * What the page of a folder asks for first, sent within the page itself, so that the names of the folder are on the
 * screen one round trip earlier. The gateway asks itself with the cookie of the visitor: all checks of the API apply.
 */
import { Agent, get, type IncomingMessage } from 'node:http';
import { type FolderPage, folderPageAt, listingsOf } from '@zo/proto/location/folder-page';
import type { Sessions } from './sessions.js';

export interface EarlyAnswers {
  readonly isSidebarOpen: boolean;
  readonly responses: readonly EarlyResponse[];
}

export interface EarlyResponse {
  /** The address in the API. */
  readonly url: string;
  /** Never rejects: the page itself asks for what is missing. */
  readonly answer: Promise<EarlyAnswer | undefined>;
}

interface EarlyAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

interface Asked {
  readonly url: string;
  readonly accept: string;
}

/** The page is open until its answers are there; a computer that sleeps may take longer than anybody's patience. */
const MAX_WAIT_MS = 1_000;
/** A page with more than this takes longer than a second request. */
const MAX_BYTES = 64 * 1024;

const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, timeout: 30_000 });

/** Undefined for what is no folder, and for everybody but a person who navigates to it and is signed in. */
export async function earlyAnswers(
  request: IncomingMessage,
  pathname: string,
  sessions: Pick<Sessions, 'of'>,
): Promise<EarlyAnswers | undefined> {
  const folder = isNavigation(request) ? folderPageAt(pathname) : undefined;
  const visitor = folder && (await sessions.of(request).catch(() => undefined));
  return visitor && answerEarly(request, folder);
}

/** Not for scripts, which could read the answers, nor for service workers, which store the page for everybody. */
const isNavigation = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['service-worker-navigation-preload'] === undefined;

/** Asks for what the page of the folder will ask for (`early.ts` of the shell). */
function answerEarly(request: IncomingMessage, folder: FolderPage): EarlyAnswers {
  const asked: Asked[] = [
    { url: '/api/auth/me', accept: 'application/json' },
    { url: listingsOf(folder).first, accept: 'application/x-ndjson' },
  ];
  const signal = AbortSignal.timeout(MAX_WAIT_MS);
  return {
    isSidebarOpen: !/(^|; *)sidebar_state=false(;|$)/.test(request.headers.cookie ?? ''),
    responses: asked.map((one) => ({ url: one.url, answer: ask(request, one, signal).catch(() => undefined) })),
  };
}

/** Undefined for a response that is too large. */
function ask(visit: IncomingMessage, { url, accept }: Asked, signal: AbortSignal): Promise<EarlyAnswer | undefined> {
  const { localAddress: host, localPort: port } = visit.socket;
  const headers = { host: visit.headers.host, cookie: visit.headers.cookie, accept, 'sec-fetch-site': 'same-origin' };
  return new Promise((resolve, reject) => {
    const request = get({ agent, host, port, path: url, headers, signal }, (response) => {
      const {
        statusCode: status = 500,
        headers: { 'content-type': type = '' },
      } = response;
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= MAX_BYTES) return void chunks.push(chunk);
        resolve(undefined);
        response.destroy();
      });
      response.on('end', () => resolve({ status, type, body: Buffer.concat(chunks).toString() }));
      response.on('error', reject).on('close', () => resolve(undefined));
    });
    request.on('error', reject);
  });
}
