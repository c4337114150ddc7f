import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testPlatform, type TestPlatform } from '@zo/testing';
import { request } from 'node:http';
import { freePorts } from '../../../infra/testing/engines/ports.js';
import { listen, type Listening } from '../src/server.js';
import type { Upstream } from '../src/upstream.js';

const PAGE = 'https://client.example';
let test: TestPlatform;
let gateway: Listening;
let port: number;
/** Headers of what reached a service. */
const seen: Record<string, unknown>[] = [];

beforeAll(async () => {
  [port] = (await freePorts(1)) as [number];
  test = await testPlatform({ ZO_PUBLIC_URL: `http://localhost:${port}` });
  const service = {
    handle: (asked, response) => {
      seen.push({ ...asked.headers });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    },
    restartSockets: async () => undefined,
  } as Partial<Upstream> as Upstream;
  const upstreams = new Map(['accounts', 'chat', 'files'].map((name) => [name, service]));
  gateway = await listen(
    { platform: test.platform, upstreams, frontend: (_request, response) => void response.end() },
    port,
  );
});
afterAll(async () => {
  await gateway.close('SIGINT');
  await test.close();
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** As a browser sends it for a page of another site, with the cookies that it may add. */
const asPage = (method: string, path: string, more: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = {
      origin: PAGE,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'cors',
      cookie: `sid=${'a'.repeat(43)}`,
      ...more,
    };
    request({ port, host: 'localhost', method, path, headers }, (response) => {
      response.resume().once('end', () => resolve({ status: response.statusCode!, headers: response.headers }));
    })
      .once('error', reject)
      .end();
  });
const allowed = ({ headers }: Answer) =>
  Object.entries(headers).filter(([name]) => name.startsWith('access-control-allow-'));

describe('MCP clients in a browser', () => {
  it('are told how to sign in, and why a request without a token is refused', async () => {
    for (const path of ['/.well-known/oauth-protected-resource/api/mcp', '/.well-known/oauth-authorization-server']) {
      const answer = await asPage('GET', path);
      expect([path, answer.status, allowed(answer)]).toEqual([path, 200, [['access-control-allow-origin', '*']]]);
    }
    const refused = await asPage('POST', '/api/mcp');
    expect(refused).toMatchObject({
      status: 401,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringContaining('www-authenticate'),
        'www-authenticate': expect.stringContaining('resource_metadata='),
      },
    });
  });

  it('register and get tokens; their cookies reach nothing', async () => {
    for (const path of ['/api/oauth/register', '/api/oauth/token', '/api/oauth/revoke']) {
      seen.length = 0;
      const answer = await asPage('POST', path);
      expect([path, answer.status, allowed(answer)]).toEqual([path, 200, [['access-control-allow-origin', '*']]]);
      expect(seen).toHaveLength(1);
      expect(seen[0]).not.toHaveProperty('cookie');
      // Of nobody.
      expect(seen[0]).not.toHaveProperty('authorization');
    }
  });

  it('may send the headers of the protocol, and no cookies', async () => {
    seen.length = 0;
    const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    const answer = await asPage('OPTIONS', '/api/mcp', asked);
    expect([answer.status, Object.fromEntries(allowed(answer))]).toEqual([
      204,
      {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, DELETE',
        'access-control-allow-headers': expect.stringMatching(/^authorization, content-type, mcp-protocol-version, /),
      },
    ]);
    expect(allowed(await asPage('OPTIONS', '/api/oauth/token', asked))).toContainEqual([
      'access-control-allow-methods',
      'POST',
    ]);
    expect(seen).toEqual([]);
  });

  it('S8 everything else stays closed to pages of other sites, also under a foreign name of this host', async () => {
    seen.length = 0;
    for (const path of ['/api/oauth/requests', '/api/files/write', '/api/mcp-servers', '/api/mcp/x', '/logout']) {
      const answer = await asPage('POST', path);
      expect([path, answer.status, allowed(answer)]).toEqual([path, 403, []]);
      const preflight = await asPage('OPTIONS', path, { 'access-control-request-method': 'POST' });
      expect([path, allowed(preflight)]).toEqual([path, []]);
    }
    for (const path of ['/api/mcp', '/api/oauth/token']) {
      const answer = await asPage('POST', path, { host: 'rebound.example' });
      expect([path, answer.status]).toEqual([path, 421]);
    }
    expect(seen).toEqual([]);
  });
});
