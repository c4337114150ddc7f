import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MemoryCache } from '@zo/cache';
import { eventually } from '@zo/testing';
import { connectKube } from '@zo/kube';
import { KubernetesComputers } from '../../../services/compute/src/driver/kubernetes.adapter.js';
import { spec } from '../../../services/compute/test/host.js';
import { administrators } from './test/administrators.js';
import { type Installation, startInstallation } from './test/installation.js';
import type { Person } from './test/people.js';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
  await Promise.all(['ada', 'bob', 'cyd'].map((handle) => installation.add(handle)));
});
afterAll(() => installation?.stop());

const zo = (person: Person, line: string) => installation.type(person, `kubectl zo ${line}`);
/** The events that the plugin recorded on a computer. */
async function recorded(handle: string): Promise<string[]> {
  const text = await installation.cluster.kubectl([
    'get',
    'events',
    '-n',
    'computers-00',
    `--field-selector=involvedObject.kind=Computer,involvedObject.name=${handle},source=kubectl-zo`,
    '-o',
    'jsonpath={range .items[*]}{.reason} {.message}{"\\n"}{end}',
  ]);
  return text.trim().split('\n').filter(Boolean).sort();
}
/** The changes that compute was told to audit, once all have been taken. */
async function audited(handle: string): Promise<string[][]> {
  const { userId, change } = (await installation.computer(handle)).spec;
  if (change && !installation.audited.refuses)
    await eventually(async () => !(await installation.computer(handle)).spec.change);
  return installation.audited
    .filter((told) => told.userId === userId)
    .map(({ by, why, hold, mode }) => [by, why, hold, mode]);
}
const patch = (user: string, handle: string, body: object) =>
  installation.cluster.kubectl(
    ['patch', 'cmp', handle, '-n', 'computers-00', '--type=merge', '-p', JSON.stringify({ spec: body })],
    { user },
  );

describe('ls and show', () => {
  it('PC-01 ls lists all computers, those of a plan, those on hold, or all as JSON', async () => {
    const { out, code } = await zo('zo-viewer', 'ls');
    expect(code).toBe(0);
    const [head, ...rows] = out
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(head).toEqual(['HANDLE', 'PLAN', 'MODE', 'PHASE', 'READY', 'BUSY', 'HOLD', 'AGE']);
    expect(rows.map((row) => row.slice(0, 7))).toEqual(
      ['ada', 'bob', 'cyd'].map((handle) => [handle, 'free', 'Running', 'Running', 'True', '-', '-']),
    );
    expect((await zo('zo-viewer', 'ls --plan pro')).out).toBe('no computers\n');
    expect((await zo('zo-viewer', 'ls --held')).out).toBe('no computers\n');
    const { items } = JSON.parse((await zo('zo-viewer', 'ls -o json')).out) as {
      items: { spec: { handle: string } }[];
    };
    expect(items.map(({ spec }) => spec.handle)).toEqual(['ada', 'bob', 'cyd']);
  });

  it('PC-01 show lists the spec, the status and the events', async () => {
    const { out, code } = await zo('zo-viewer', 'show ada');
    expect(code).toBe(0);
    expect(out).toMatch(/^computer: +computers-00\/ada$/m);
    expect(out).toMatch(/^wanted: +Running$/m);
    expect(out).toMatch(/^pod: +Running on node-\d at [\d.]+$/m);
    expect(out).toMatch(/^volume: +Bound 1Gi$/m);
    expect(out).toMatch(/^Ready +True +AgentListens/m);
    expect(out).toMatch(/ Pod +Scheduled /);
  });

  it.each([
    ['ls everything', 64, '"everything" is one argument too many'],
    ['ls -o yaml', 64, '-o is json, and not "yaml"'],
    ['show', 64, 'HANDLE is missing'],
    ['show Ada_1', 64, '"Ada_1" is no handle'],
    ['show nobody', 1, 'nobody with the handle "nobody" has a computer'],
    ['fly ada', 64, 'there is no command "fly"'],
    ['suspend ada', 64, '--why is missing'],
    ['suspend ada --why "  "', 64, '--why is missing'],
    ['hold ada --why x --reason Whim', 64, '--reason is one of Abuse, Billing, Maintenance, Request, and not "Whim"'],
    ['hold ada --why x --reason Abuse --until tomorrow', 64, '--until is a moment like'],
    ['hold ada --why x --reason Abuse --until 2020-01-01T00:00:00Z', 64, '--until is over already'],
    ['wake ada --why x --wait long', 64, '--wait is a time like'],
    ['ls --context elsewhere', 1, 'elsewhere'],
  ])('PC-01 %s is refused with code %i in one sentence', async (line, code, sentence) => {
    const ran = await zo('zo-support', line);
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.err).toContain(sentence);
    expect(ran.err.trim()).toMatch(/^zo: [^\n]+$/);
  });
});

describe('hold, suspend and wake', () => {
  it('PC-01 a hold ends the pod and prevents waking until it is lifted; who and why are recorded', async () => {
    expect(await zo('zo-support', 'hold bob --reason Abuse --why "mines coins, case 17"')).toEqual({
      code: 0,
      out: 'bob is held (Abuse)\n',
      err: '',
    });
    expect((await installation.computer('bob')).spec.hold).toEqual({ reason: 'Abuse', by: 'zo-support' });
    expect((await zo('zo-viewer', 'ls --held')).out).toMatch(/^bob +free +Running +Held +False +- +Abuse/m);
    expect((await zo('zo-viewer', 'show bob')).out).toMatch(/^hold: +Abuse, by zo-support$/m);
    expect(await zo('zo-support', 'wake bob --why "asked to"')).toEqual({
      code: 1,
      out: '',
      err: 'zo: bob is held (Abuse), and a held computer cannot be woken\n',
    });
    expect((await zo('zo-support', 'unhold bob --why "case 17 is closed"')).out).toBe(
      'bob is not held any more, and is wanted Running\n',
    );
    await installation.becomes('bob', 'Running');
    expect(await recorded('bob')).toEqual([
      'Held zo-support holds it (Abuse): mines coins, case 17',
      'Unheld zo-support lifts the hold (Abuse): case 17 is closed',
    ]);
    expect((await zo('zo-viewer', 'show bob')).out).toContain('zo-support lifts the hold (Abuse): case 17 is closed');
    expect(await audited('bob')).toEqual([
      ['zo-support', 'mines coins, case 17', 'Abuse', 'Running'],
      ['zo-support', 'case 17 is closed', 'none', 'Running'],
    ]);
  });

  it('PC-01 a hold may have an end, and a new hold without one has none', async () => {
    expect((await zo('zo-support', 'hold bob --reason Maintenance --until 2h --why "a disk is changed"')).code).toBe(0);
    expect(Date.parse((await installation.computer('bob')).spec.hold!.until!) - Date.now()).toBeGreaterThan(7_000_000);
    expect((await zo('zo-support', 'wake bob --why "asked to"')).err).toContain('bob is held (Maintenance until ');
    expect((await zo('zo-support', 'hold bob --reason Billing --why "not paid"')).code).toBe(0);
    expect((await installation.computer('bob')).spec.hold).toEqual({ reason: 'Billing', by: 'zo-support' });
    expect((await zo('zo-support', 'unhold bob --why "paid"')).code).toBe(0);
    expect((await zo('zo-support', 'unhold bob --why "paid"')).out).toBe('bob is not held\n');
    await installation.becomes('bob', 'Running');
  });

  it('S14 a change that is not audited yet blocks the next one, and is audited as soon as possible', async () => {
    const before = (await audited('bob')).length;
    installation.audited.refuses = true;
    expect((await zo('zo-support', 'hold bob --reason Request --why "on holiday"')).code).toBe(0);
    const late = zo('zo-support', 'unhold bob --why "is back"');
    const byHand = patch('zo-operator', 'bob', { hold: null, change: { by: 'zo-operator', why: 'hurry' } });
    await expect(byHand).rejects.toThrow('the change before this one is not written down yet');
    await expect(patch('zo-operator', 'bob', { change: null })).rejects.toThrow(
      'a change that is not written down yet is not taken back',
    );
    expect((await audited('bob')).length).toBe(before);
    installation.audited.refuses = false;
    expect((await late).code).toBe(0);
    expect((await audited('bob')).slice(before)).toEqual([
      ['zo-support', 'on holiday', 'Request', 'Running'],
      ['zo-support', 'is back', 'none', 'Running'],
    ]);
    await installation.becomes('bob', 'Running');
  });

  it('PC-01 a suspended computer sleeps, and a woken one is ready', async () => {
    expect(await zo('zo-support', 'suspend ada --why "runs away"')).toEqual({
      code: 0,
      out: 'ada is suspended\n',
      err: '',
    });
    expect((await installation.computer('ada')).status!.phase).toBe('Suspended');
    expect((await zo('zo-support', 'suspend ada --why "again"')).out).toBe('ada is suspended\n');
    expect(await zo('zo-support', 'wake ada --why "fixed"')).toEqual({ code: 0, out: 'ada is ready\n', err: '' });
    expect(await recorded('ada')).toEqual([
      'SuspendAsked zo-support suspends it: runs away',
      'WakeAsked zo-support wakes it: fixed',
    ]);
  });

  it('PC-01 a wake that times out fails with the reason', async () => {
    await installation.cluster.kubectl([
      'patch',
      'cmp',
      'cyd',
      '-n',
      'computers-00',
      '--type=merge',
      '-p',
      '{"spec":{"operatingMode":"Suspended","planRef":{"name":"none"}}}',
    ]);
    await installation.becomes('cyd', 'Suspended');
    expect(await zo('zo-support', 'wake cyd --why "try" --wait 2s')).toEqual({
      code: 1,
      out: '',
      err: 'zo: cyd is wanted Running but is Failed (PlanNotFound)\n',
    });
    await installation.cluster.kubectl([
      'patch',
      'cmp',
      'cyd',
      '-n',
      'computers-00',
      '--type=merge',
      '-p',
      '{"spec":{"planRef":{"name":"free"}}}',
    ]);
    await installation.becomes('cyd', 'Running');
  });

  it('PC-01 a viewer is refused by the server, and nothing is changed or recorded', async () => {
    const before = (await installation.computer('cyd')).spec;
    for (const line of ['hold cyd --reason Abuse', 'suspend cyd']) {
      const ran = await zo('zo-viewer', `${line} --why "curious"`);
      expect(ran).toMatchObject({ code: 77, out: '' });
      expect(ran.err).toMatch(
        /^zo: computers\.compute\.zo\.internal "cyd" is forbidden: User "zo-viewer" cannot patch resource [^\n]+\n$/,
      );
    }
    expect((await installation.computer('cyd')).spec).toEqual(before);
    expect(await recorded('cyd')).toEqual(['WakeAsked zo-support wakes it: try']);
  });

  it('PC-01 compute can still suspend and wake a computer that was suspended by hand', async () => {
    const kube = connectKube(await installation.cluster.accountKubeconfig('zo:zo-compute'));
    const compute = new KubernetesComputers({ kube, cache: new MemoryCache(), shardPrefix: 'computers', plan: 'free' });
    const person = spec({ handle: 'dan' });
    const phase = async () =>
      (
        JSON.parse((await zo('zo-viewer', 'ls -o json')).out) as {
          items: { spec: { handle: string }; status?: { phase: string } }[];
        }
      ).items.find(({ spec }) => spec.handle === 'dan')?.status?.phase;
    try {
      await compute.start(person);
      expect((await zo('zo-support', 'suspend dan --why "a drill"')).code).toBe(0);
      await compute.start(person);
      await compute.stop(person.id);
      expect((await zo('zo-support', 'wake dan --why "a drill"')).code).toBe(0);
      await compute.stop(person.id);
      await eventually(async () => (await phase()) === 'Suspended');
    } finally {
      await compute.close();
    }
  });
});

describe('draining a node', () => {
  const away = 900_000;
  /** Writes activity to the status, in place of the operator. */
  const activity = (handle: string, status: object) =>
    installation.cluster.kubectl([
      'patch',
      'cmp',
      handle,
      '-n',
      'computers-00',
      '--subresource=status',
      '--type=merge',
      '-p',
      JSON.stringify({ status }),
    ]);

  it('PC-01 does nothing without permission to cordon', async () => {
    const { code, err } = await zo('zo-operator', 'drain node-0 --why "a new disk"');
    expect(code).toBe(77);
    expect(err).toMatch(/^zo: nodes "node-0" is forbidden: User "zo-operator" cannot patch resource "nodes"/);
    expect((await zo('drainer', 'drain node-9 --why "a new disk"')).err).toBe('zo: nodes "node-9" not found\n');
  });

  it('PC-01 suspends idle computers at once, busy and unknown ones at the deadline; woken ones start on another node', async () => {
    await installation.cluster.kubectl(['cordon', 'node-1']);
    await Promise.all(['eve', 'fay', 'gus'].map((handle) => installation.add(handle)));
    await installation.cluster.kubectl(['uncordon', 'node-1']);
    await activity('eve', { lastActivityTime: new Date(Date.now() - away).toISOString() });
    await activity('fay', { lastActivityTime: new Date(Date.now() - away).toISOString(), busyReason: 'a build runs' });
    const { out, code } = await zo('drainer', 'drain node-0 --why "a new disk" --deadline 4s');
    expect(code).toBe(0);
    expect(out).toMatch(/^node-0 is cordoned$/m);
    expect(out).toMatch(/^eve is suspended: it was idle$/m);
    expect(out).toMatch(/^fay is busy \(a build runs\): it has until /m);
    expect(out).toMatch(/^gus may be in use: it has until /m);
    for (const handle of ['fay', 'gus'])
      expect(out).toMatch(new RegExp(`^${handle} is suspended: the deadline has come$`, 'm'));
    expect(out).toMatch(/\nno computer runs on node-0\n$/);
    expect(await recorded('fay')).toEqual(['Drained drainer suspends it (deadline) to drain node-0: a new disk']);
    expect((await zo('zo-support', 'wake fay --why "asked to"')).code).toBe(0);
    expect((await installation.computer('fay')).status!.nodeName).toBe('node-1');
    expect((await zo('drainer', 'drain node-0 --why "again"')).out).toBe(
      'node-0 is cordoned already\nno computer runs on node-0\n',
    );
    await installation.cluster.kubectl(['uncordon', 'node-0']);
  });
});

describe('logs', () => {
  const said = (text: string) =>
    appendFileSync(installation.cluster.podLog, `2027-01-31T12:00:00.000000000Z stdout F ${text}\n`);

  it('PC-01 prints and follows the log of an agent, without control characters', async () => {
    await installation.add('ivy');
    said('listens');
    said('\u001b[31mred');
    expect(await zo('drainer', 'logs ivy')).toEqual({ code: 0, out: 'listens\n [31mred\n', err: '' });
    expect((await zo('drainer', 'logs ivy --tail 1')).out).toBe(' [31mred\n');
    const followed = zo('drainer', 'logs ivy -f | head -n 3');
    const timer = setInterval(() => said('goes on'), 200);
    expect(await followed.finally(() => clearInterval(timer))).toEqual({
      code: 0,
      out: 'listens\n [31mred\ngoes on\n',
      err: '',
    });
  });

  it('PC-01 fails without permission, without a pod, and with an invalid number', async () => {
    expect(await zo('zo-support', 'logs ivy')).toMatchObject({
      code: 77,
      out: '',
      err: expect.stringContaining('cannot get resource "pods/log"'),
    });
    await installation.add('jan', { operatingMode: 'Suspended' });
    expect(await zo('drainer', 'logs jan')).toMatchObject({
      code: 1,
      err: 'zo: jan is Suspended: there is no pod to have said anything\n',
    });
    expect((await zo('drainer', 'logs ivy --tail many')).err).toBe('zo: --tail is a number of lines, and not "many"\n');
  });
});

describe('names', () => {
  it('PC-01 dns lists what a user’s names resolve to, and which do not lead to the gateway', async () => {
    expect(await zo('zo-viewer', 'dns ada')).toMatchObject({
      code: 1,
      err: expect.stringContaining('the release in zo has no routes of the Gateway API'),
    });
    const names = await installation.routes({
      'zo.example.com': '203.0.113.7',
      'ada.zo-pages.example': '203.0.113.7',
      'bob.zo-pages.example': '198.51.100.1',
    });
    const rows = (out: string) =>
      out
        .trim()
        .split('\n')
        .map((line) => line.split(/ {2,}/));
    const ada = await zo('zo-viewer', `dns ada --server ${names}`);
    expect([ada.code, rows(ada.out)]).toEqual([
      0,
      [
        ['HOST', 'RESOLVES TO', 'GATEWAY', 'LEADS THERE'],
        ['zo.example.com', '203.0.113.7', '203.0.113.7', 'yes'],
        ['ada.zo-pages.example', '203.0.113.7', '203.0.113.7', 'yes'],
      ],
    ]);
    for (const [handle, found] of [
      ['bob', '198.51.100.1'],
      ['cyd', 'nothing'],
    ] as const) {
      const { code, out, err } = await zo('zo-viewer', `dns ${handle} --server ${names}`);
      expect([code, rows(out)[2], err]).toEqual([
        1,
        [`${handle}.zo-pages.example`, found, '203.0.113.7', 'NO'],
        `zo: ${handle}.zo-pages.example: not at the gateway\n`,
      ]);
    }
    expect((await zo('zo-viewer', 'dns ada --server name.server')).code).toBe(64);
  });
});

describe('top and bundle', () => {
  it('PC-01 top lists what computers use, and fails without metrics', async () => {
    expect(await zo('zo-viewer', 'top')).toEqual({
      code: 1,
      out: '',
      err: 'zo: nothing measures pods in this cluster (metrics-server is what usually does)\n',
    });
    await installation.measure({ bob: ['250m', '64Mi'], cyd: ['1', '1Gi'] });
    const { out } = await zo('zo-viewer', 'top');
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['HANDLE', 'PLAN', 'CPU', 'MEMORY'],
      ['cyd', 'free', '1000m', '1024Mi'],
      ['bob', 'free', '250m', '64Mi'],
    ]);
  });

  it('PC-01 bundle is an archive that only its owner can read, without Secrets and settings, and lists what is missing', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'zo-bundle-test-')), 'support.tar.gz');
    const { out, code } = await zo('zo-support', `bundle -f ${file}`);
    expect(code).toBe(0);
    expect(out).toMatch(/^left out: nodes: nodes is forbidden: User "zo-support"/m);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const content = async (name: string) => (await installation.type('zo-support', `tar -xzOf ${file} ./${name}`)).out;
    expect(JSON.parse(await content('computers.json'))).toContainEqual(
      expect.objectContaining({ spec: expect.objectContaining({ handle: 'ada' }) }),
    );
    const { items } = JSON.parse(await content('pods-of-computers.json')) as {
      items: { spec: { containers: { env: { name: string; value?: string }[] }[] } }[];
    };
    const env = items.flatMap(({ spec }) => spec.containers.flatMap((container) => container.env));
    expect(env).toContainEqual({ name: 'ZO_HOME', value: 'left out' });
    expect(env.filter(({ value }) => value !== undefined && value !== 'left out')).toEqual([]);
    const secret = await installation.cluster.kubectl([
      'get',
      'secret',
      'ada-agent',
      '-n',
      'computers-00',
      '-o',
      'go-template={{.data.token | base64decode}}',
    ]);
    for (const name of ['computers', 'events', 'pods-of-computers', 'services', 'volumes', 'plans'])
      expect(await content(`${name}.json`)).not.toContain(secret);
    expect(await zo('zo-support', `bundle -f ${file}`)).toMatchObject({
      code: 1,
      err: `zo: ${file} is there already\n`,
    });
    rmSync(dirname(file), { recursive: true });
  });
});

describe('administrators', () => administrators(() => installation));
