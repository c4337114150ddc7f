import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectKube } from './index.js';

let folder: string;
let server: Http2SecureServer;
let kubeconfig: string;
/** Protocol of each request, and the number of connections. */
const spoken: string[] = [];
let connections = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zo-kube-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
    ],
    { stdio: 'ignore' },
  );
  // Like an API server, it speaks whichever protocol the client selects.
  server = createSecureServer(
    { allowHTTP1: true, key: readFileSync(key), cert: readFileSync(cert) },
    (request, response) => {
      spoken.push(request.httpVersion);
      response.setHeader('content-type', 'application/json');
      if (!request.url.includes('/silent/')) response.end('{"kind":"ConfigMap","apiVersion":"v1","metadata":{}}');
    },
  );
  server.on('secureConnection', () => connections++);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  kubeconfig = join(folder, 'kubeconfig');
  const cluster = {
    server: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    'certificate-authority': cert,
  };
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      clusters: [{ name: 'c', cluster }],
      users: [{ name: 'u', user: { token: 't' } }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    }),
  );
});
afterAll(async () => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe('the API server', () => {
  it('PC-01 is called over HTTP/1.1 with reused connections', async () => {
    const { core } = connectKube(kubeconfig);
    for (let n = 0; n < 5; n++) await core.readNamespacedConfigMap({ namespace: 'here', name: 'x' });
    expect(spoken).toEqual(Array(5).fill('1.1'));
    // The first connection may still be busy when the second request is sent.
    expect(connections).toBeLessThan(3);
  });

  it('PC-01 requests to a silent server time out', async () => {
    const { core } = connectKube(kubeconfig, 300);
    const asked = performance.now();
    await expect(core.readNamespacedConfigMap({ namespace: 'silent', name: 'x' })).rejects.toThrow(/timeout/);
    expect(performance.now() - asked).toBeGreaterThan(250);
  });
});
