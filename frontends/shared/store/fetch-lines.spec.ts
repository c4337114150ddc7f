import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fetchLines } from './fetch-lines';

const SILENT_MS = 1_500;
/** Together several times the limit of silence. */
const LINES = 8;
const LINE_MS = 500;

const open = new Set<ServerResponse>();
const server = createServer((request, response) => {
  open.add(response);
  response.writeHead(200, { 'access-control-allow-origin': '*' }).write('line\n');
  if (request.url === '/stops') return;
  let sent = 1;
  const timer = setInterval(() => {
    response.write('line\n');
    if (++sent < LINES) return;
    clearInterval(timer);
    response.end();
  }, LINE_MS);
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a response of lines', () => {
  it('FT-03 may take as long as it needs while something arrives', async () => {
    const response = await fetchLines(new Request(`${url}/slow`), SILENT_MS);
    expect(await response.text()).toBe('line\n'.repeat(LINES));
  });

  it('FT-03 fails once the server is silent', async () => {
    const response = await fetchLines(new Request(`${url}/stops`), SILENT_MS);
    await expect(response.text()).rejects.toThrow();
  });

  it('ends when the page cancels the request', async () => {
    const leaving = new AbortController();
    const response = await fetchLines(new Request(`${url}/stops`, { signal: leaving.signal }), 600_000);
    leaving.abort();
    await expect(response.text()).rejects.toThrow();
  });
});
