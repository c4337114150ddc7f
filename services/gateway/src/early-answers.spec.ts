import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { earlyAnswers } from './early-answers.js';
import type { SessionUser } from './sessions.js';

/** How the listing is answered. */
let answerListing: (response: ServerResponse) => void;
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/f/w') return void sendAnswers(request, response);
    if (request.url === '/api/auth/me') return void response.end('{}');
    answerListing(response);
  }).listen(0);
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const VISIT = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', cookie: 'sid=1' };
const user: SessionUser = { userId: '1', sessionId: '2', actor: 'human', owner: true };

async function sendAnswers(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const early = await earlyAnswers(request, '/f/w', { of: async () => user });
  response.end(JSON.stringify(await Promise.all(early!.responses.map(({ answer }) => answer))));
}

/** The answers about the session and the listing. */
const visit = async () => {
  const request = get({ port: (server.address() as AddressInfo).port, path: '/f/w', headers: VISIT });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return (await json(response)) as unknown[];
};

describe('answers in a page', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['is silent', () => undefined],
    ['never ends', (response) => response.write('{')],
    ['breaks off', (response) => response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy())],
    ['is too large', (response) => response.end('x'.repeat(64 * 1024 + 1))],
  ])('have no listing that %s', async (_what, answer) => {
    answerListing = answer;
    expect(await visit()).toEqual([expect.objectContaining({ status: 200, body: '{}' }), null]);
  });

  it('have its errors', async () => {
    answerListing = (response) => response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{}');
    expect((await visit())[1]).toEqual({ status: 404, type: 'application/problem+json', body: '{}' });
  });
});
