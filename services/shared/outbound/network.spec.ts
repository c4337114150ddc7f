import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Case, Outcome } from './network.process.js';

const PUBLIC = '93.184.216.34';
const OTHER = '93.184.216.35';
const OURS = '93.184.216.36';
const OURS_SIX = '2606:4700::2';
const INSIDE = '10.0.0.5';
const METADATA = '169.254.169.254';
const PUBLIC_SIX = '2606:4700::1';
const listen = [PUBLIC, PUBLIC_SIX, OTHER, OURS, OURS_SIX, INSIDE, METADATA, '127.0.0.1', '::1'];
/**
 * Host names of this network; `mixed` resolves to a public and a private address, as an attacker's name server would
 * respond.
 */
const HOSTS = [
  `${PUBLIC} public.test`,
  `${PUBLIC_SIX} six-public.test`,
  `${OTHER} other.test`,
  `${INSIDE} inside.test`,
  `${METADATA} metadata.test`,
  '127.0.0.1 loop.test',
  '::1 six.test',
  `${OURS} ours.test`,
  `${OURS_SIX} ours.test`,
  `${OURS} alias.test`,
  `${OURS_SIX} alias-six.test`,
  `${PUBLIC} mixed.test`,
  `${INSIDE} mixed.test`,
  '::ffff:10.0.0.5 mapped.test',
  '64:ff9b::a9fe:a9fe nat.test',
  '127.0.0.1 localhost',
].join('\n');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zo-network-'));
  writeFileSync(join(folder, 'hosts'), `${HOSTS}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Makes the requests in a network namespace that owns the "public" addresses: real names, real connections, no mocks.
 */
function run(cases: readonly Case[], ours: readonly string[] | 'interfaces' = ['ours.test', 'gone.test']): Outcome[] {
  const own = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const addresses = listen
    .filter((address) => !address.startsWith('127.') && address !== '::1')
    .map((address) => `ip addr add ${address}/${address.includes(':') ? '128 nodad' : '32'} dev lo`);
  const setUp = [
    'ip link set lo up',
    ...addresses,
    `mount --bind ${join(folder, 'hosts')} /etc/hosts`,
    'exec "$@"',
  ].join(' && ');
  const node = [
    process.execPath,
    '--import',
    own('../../../infra/tools/build/ts-hooks.mjs'),
    own('network.process.ts'),
    JSON.stringify({ listen, own: ours, cases }),
  ];
  const { stdout, stderr, status } = spawnSync('unshare', ['-rmn', 'sh', '-c', setUp, 'sh', ...node], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
    timeout: 50_000,
  });
  if (status !== 0) throw new Error(`the network ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Outcome[];
}
const to = (target: string, status = 302, host = 'public.test') =>
  `http://${host}/?status=${status}&to=${encodeURIComponent(target)}`;

describe('requests in a real network', () => {
  it('S3 a public name is reached, a name with any private address is refused before connecting', () => {
    const names = ['inside', 'metadata', 'loop', 'six', 'mixed', 'mapped', 'nat'].map((name) => `http://${name}.test/`);
    const refused = [...names, 'http://localhost/', 'http://LOCALHOST/'];
    const [open, six, ...outcomes] = run(
      ['http://public.test/', 'http://six-public.test/', ...refused].map((address) => ({ address })),
    );
    expect([open!.result, six!.result]).toEqual([`from ${PUBLIC}`, `from ${PUBLIC_SIX}`]);
    expect(outcomes.map(({ result, arrivals }, n) => [refused[n], result, arrivals])).toEqual(
      refused.map((name) => [name, 'outbound.forbidden', []]),
    );
  });

  it('S3 a redirect into the network is refused at its hop, for any status and spelling', () => {
    const targets = [
      `http://${INSIDE}/`,
      'http://inside.test/',
      `http://${METADATA}/latest/meta-data/`,
      'http://mixed.test/',
      'http://2130706433/',
      'http://[::ffff:a9fe:a9fe]/',
      '//127.0.0.1/',
      'http://[::1]/',
    ];
    const cases = targets.flatMap((target) =>
      [301, 302, 303, 307, 308].map((status) => ({ address: to(target, status) })),
    );
    const twice = { address: to(to(`http://${INSIDE}/`, 302, 'other.test')) };
    for (const { result, arrivals } of run([...cases, twice])) {
      expect(result).toBe('outbound.forbidden');
      expect(arrivals.every(({ at }) => at === PUBLIC || at === OTHER)).toBe(true);
      expect(arrivals.length).toBeGreaterThan(0);
    }
  });

  it('S3 the installation’s own public address is refused by name, address, alias and redirect', () => {
    const forbidden = [
      'http://ours.test/',
      `http://${OURS}/`,
      `http://[${OURS_SIX}]/`,
      `http://[::ffff:${OURS}]/`,
      'http://alias.test/',
      'http://alias-six.test/',
      'http://1572395044/',
    ];
    const outcomes = run([
      ...forbidden.map((address) => ({ address })),
      { address: to(`http://${OURS}/api/health`) },
      { address: 'http://public.test/' },
    ]);
    expect(outcomes.slice(0, -2).map(({ result, arrivals }, n) => [forbidden[n], result, arrivals])).toEqual(
      forbidden.map((address) => [address, 'outbound.forbidden', []]),
    );
    expect([outcomes.at(-2)!.result, outcomes.at(-2)!.arrivals.map(({ at }) => at)]).toEqual([
      'outbound.forbidden',
      [PUBLIC],
    ]);
    expect(outcomes.at(-1)!.result).toBe(`from ${PUBLIC}`);
    expect(
      run([{ address: 'http://public.test/' }, { address: `http://${OTHER}/` }], 'interfaces').map(
        ({ result }) => result,
      ),
    ).toEqual(['outbound.forbidden', 'outbound.forbidden']);
  });

  it('S3 a redirect to another scheme is refused, and a redirect loop ends', () => {
    const [file, circle, one] = run([
      { address: to('file:///etc/passwd') },
      { address: 'http://public.test/circle' },
      { address: to('/x'), policy: { maxRedirects: 0 } },
    ]);
    expect([file!.result, circle!.result, one!.result]).toEqual([
      'outbound.bad_address',
      'outbound.too_many_redirects',
      'outbound.too_many_redirects',
    ]);
    expect([file!.arrivals.length, circle!.arrivals.length, one!.arrivals.length]).toEqual([1, 6, 1]);
  });

  it('S3 credentials are sent only to the host they were meant for, and kept on redirects within it', () => {
    const secrets = {
      authorization: 'Bearer secret',
      cookie: 'sid=secret',
      'x-api-key': 'secret',
      'x-goog-api-key': 'secret',
      'api-key': 'secret',
      'x-subscription-token': 'secret',
      'proxy-authorization': 'secret',
    };
    const init = { method: 'POST', headers: { ...secrets, 'x-plain': 'stays' }, body: 'question' };
    const [away, same, port] = run([
      { address: to('http://other.test/x', 307), init },
      { address: to('/x', 307), init },
      { address: to('http://public.test:81/x', 307), init },
    ]);
    const arrived = away!.arrivals.find(({ at }) => at === OTHER)!;
    expect([arrived.method, arrived.body, arrived.headers['x-plain']]).toEqual(['POST', 'question', 'stays']);
    expect(JSON.stringify(arrived.headers)).not.toContain('secret');
    expect(same!.arrivals.at(-1)!.headers).toMatchObject(secrets);
    expect(port!.result).toBe('ECONNREFUSED');
  });

  it('S3 after 301, 302 and 303 the body is not sent on', () => {
    const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'secret body' };
    for (const { arrivals } of run(
      [301, 302, 303].map((status) => ({ address: to('http://other.test/x', status), init })),
    )) {
      expect(arrivals.map(({ at, method, body }) => [at, method, body])).toEqual([
        [PUBLIC, 'POST', 'secret body'],
        [OTHER, 'GET', ''],
      ]);
    }
  });

  it('S3 MD-02 only the owner may reach the private network, by name, address and redirect', () => {
    const policy = { allowPrivate: true };
    const answers = run([
      { address: 'http://inside.test/', policy },
      { address: `http://${INSIDE}/`, policy },
      { address: to('http://loop.test/'), policy },
      { address: 'http://inside.test/' },
    ]);
    expect(answers.map(({ result }) => result)).toEqual([
      `from ${INSIDE}`,
      `from ${INSIDE}`,
      'from 127.0.0.1',
      'outbound.forbidden',
    ]);
  });
});
