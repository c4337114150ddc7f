/** What administrators request from accounts through the API server: events and credits, and who may. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountsEvents } from '@zo/proto/topics';
import { eventually } from '@zo/testing';
import type { Installation } from './installation.js';
import type { Person } from './people.js';
import { type Services, startServices } from './services.js';

let installation: Installation;
let services: Services;

const zo = (person: Person, line: string) => installation.type(person, `kubectl zo ${line}`);
const rows = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
const actions = () =>
  services.query<{ who: string; why: string; action: string; subject: object }>(
    'select who, why, action, subject from accounts.admin_actions order by created_at',
  );
/** Calls the administrators' port directly, past the API server. */
const ask = async (person: string | undefined, path: string, change?: object) => {
  const headers = { 'content-type': 'application/json', ...(person && { 'zo-cluster-token': `${person}-token` }) };
  const answer = await fetch(services.adminUrl + path, {
    headers,
    ...(change && { method: 'POST', body: JSON.stringify(change) }),
  });
  return [answer.status, ((await answer.json()) as { code?: string }).code];
};

/** @param running returns the cluster, once it runs */
export function administrators(running: () => Installation): void {
  beforeAll(async () => {
    installation = running();
    services = await startServices(installation.cluster);
  });
  afterAll(() => services?.stop());

  describe('events', () => {
    it('PC-01 outbox counts the waiting events of each service, and dlq lists the parked ones', async () => {
      services.compute.fails = true;
      const ada = await services.claim('ada');
      const waits = async (group: string) =>
        rows((await zo('zo-viewer', 'outbox')).out).find(
          ([, topic, row]) => topic === accountsEvents.name && row === group,
        );
      await eventually(async () => (await waits('compute'))?.[5] === '1');
      const { out, code } = await zo('zo-viewer', 'outbox');
      expect([code, rows(out)]).toEqual([
        0,
        [
          ['SERVICE', 'TOPIC', 'WAIT FOR', 'EVENTS', 'OLDEST', 'PARKED'],
          // Channels does not run here, so it has not read the event.
          ['accounts', 'accounts.events.v1', 'channels', '1', expect.stringMatching(/^\d+ ?s/), '0'],
          ['accounts', 'accounts.events.v1', 'compute', '0', '-', '1'],
          ['files', 'files.events.v1', 'chat', '0', '-', '0'],
          ['zo', 'zo.events.v1', 'chat', '0', '-', '0'],
          ['chat', 'chat.events.v1', 'channels', '0', '-', '0'],
          ['chat', 'chat.events.v1', 'zo', '0', '-', '0'],
          ['channels', 'channels.events.v1', 'chat', '0', '-', '0'],
        ],
      ]);
      const listed = rows((await zo('zo-viewer', 'dlq ls')).out);
      expect(listed[0]).toEqual(['AGE', 'GROUP', 'EVENT', 'AT', 'KEY', 'ERROR']);
      expect(listed[1]!.slice(1)).toEqual([
        'compute',
        'account.created',
        expect.stringMatching(/^accounts\.events\.v1\/\d\/0$/),
        ada,
        expect.stringMatching(/^Error: no disk \[[0-9a-f]{16}\]$/),
      ]);
      expect((await zo('zo-viewer', 'dlq ls --group chat')).out).toBe('nothing is parked\n');
    });

    it('PC-01 parked events stay until the fix, are applied after it, or dropped; who and why are kept', async () => {
      const [{ key }] = (await services.query<{ key: string }>('select key from events.parked')) as [{ key: string }];
      expect(await zo('zo-operator', `dlq retry --key ${key} --why "a try"`)).toMatchObject({
        code: 1,
        out: expect.stringMatching(/\n0 applied\n$/),
        err: 'zo: 1 still parked\n',
      });
      services.compute.fails = false;
      expect(await zo('zo-operator', `dlq retry --key ${key} --why "the disk is larger"`)).toEqual({
        code: 0,
        out: '1 applied\n',
        err: '',
      });
      expect(services.compute.applied).toEqual([key]);
      services.compute.fails = true;
      await services.publish('hopeless');
      await eventually(async () => (await services.query('select from events.parked')).length === 1);
      expect(await zo('zo-operator', 'dlq drop --group compute --why "nobody of that name"')).toEqual({
        code: 0,
        out: '1 dropped\n',
        err: '',
      });
      services.compute.fails = false;
      expect(services.compute.applied).toEqual([key]);
      expect(await actions()).toEqual([
        { who: 'zo-operator', why: 'a try', action: 'dlq retry', subject: { key, asked: 1 } },
        { who: 'zo-operator', why: 'the disk is larger', action: 'dlq retry', subject: { key, asked: 1 } },
        { who: 'zo-operator', why: 'nobody of that name', action: 'dlq drop', subject: { group: 'compute', asked: 1 } },
      ]);
    });

    it.each([
      ['dlq mend', 64, 'dlq takes ls, retry or drop, and not "mend"'],
      ['dlq retry --key x', 64, '--why is missing'],
      ['dlq drop --why x', 64, 'drop: say which, or --all'],
      ['dlq drop --offset 3 --why x', 1, 'an offset needs the topic and the partition it is of'],
      ['outbox --release other', 77, 'services "other-accounts:admin" is forbidden'],
    ])('PC-01 %s is refused with code %i in one sentence', async (line, code, sentence) => {
      const ran = await zo('zo-operator', line);
      expect(ran).toMatchObject({ code, out: '' });
      expect(ran.err).toContain(sentence);
      expect(ran.err.trim()).toMatch(/^zo: [^\n]+$/);
    });
  });

  describe('credits', () => {
    it('PC-01 are granted once per key, can be taken back, and show who granted them and why', async () => {
      expect(await zo('zo-billing', 'credits show ada')).toEqual({ code: 0, out: 'ada has 0\n', err: '' });
      expect((await zo('zo-billing', 'credits grant ada --amount 2500 --why "case 17" --key case-0017')).out).toBe(
        'ada is given 2500 (key case-0017) and has 2500\n',
      );
      expect((await zo('zo-billing', 'credits grant ada --amount 2500 --why "case 17" --key case-0017')).out).toBe(
        'ada was given 2500 before (key case-0017) and has 2500\n',
      );
      expect(await zo('zo-billing', 'credits grant ada --amount 9 --why "case 18" --key case-0017')).toEqual({
        code: 1,
        out: '',
        err: 'zo: The key “case-0017” belongs to another entry.\n',
      });
      expect((await zo('zo-billing', 'credits grant ada --amount=-500 --why "too many"')).out).toMatch(
        /^ada is given -500 \(key [0-9a-f-]{36}\) and has 2000\n$/,
      );
      const shown = rows((await zo('zo-billing', 'credits show ada')).out).slice(0, 3);
      expect(shown.map((row) => row.slice(1, 4))).toEqual([
        ['CENTS', 'BY', 'WHY'],
        ['-500', 'zo-billing', 'too many'],
        ['2500', 'zo-billing', 'case 17'],
      ]);
      expect((await zo('zo-billing', 'credits grant eve --amount 5 --why x')).err).toBe(
        'zo: Nobody has the handle “eve”.\n',
      );
      for (const amount of ['0', '1.5', 'much'])
        expect((await zo('zo-billing', `credits grant ada --amount ${amount} --why x`)).code).not.toBe(0);
    });

    it('PC-01 recorded entries cannot be changed', async () => {
      for (const sql of [
        'update accounts.credit_entries set amount_cents = 1',
        'delete from accounts.credit_entries',
        'truncate accounts.credit_entries',
      ])
        await expect(services.query(sql)).rejects.toThrow('credit_entries is only added to');
      await expect(services.query('delete from accounts.admin_actions')).rejects.toThrow(
        'admin_actions is only added to',
      );
    });
  });

  describe('passwords', () => {
    it('PC-01 a link for a new password is made by those who may, with the reason written down', async () => {
      const { code, out } = await zo('zo-operator', 'password-link ada --why "case 21"');
      expect([code, out]).toEqual([0, expect.stringMatching(/^http\S+\/new-password#[\w-]{32}\n$/)]);
      expect((await actions()).at(-1)).toEqual({
        who: 'zo-operator',
        why: 'case 21',
        action: 'password link',
        subject: { handle: 'ada' },
      });
      expect((await zo('zo-operator', 'password-link ada')).err).toContain('--why is missing');
      expect((await zo('zo-operator', 'password-link eve --why x')).err).toBe('zo: Nobody has the handle “eve”.\n');
      expect((await zo('zo-billing', 'password-link ada --why x')).code).toBe(77);
    });
  });

  describe('permissions', () => {
    it('S10 read-only roles can change nothing: the API server does not even forward the request', async () => {
      for (const person of ['zo-viewer', 'zo-support'] as const) {
        const { code, err } = await zo(person, 'dlq drop --all --why x');
        expect(code).toBe(77);
        expect(err).toMatch(
          new RegExp(
            `^zo: services "zo-accounts:admin" is forbidden: User "${person}" cannot create resource "services/proxy"`,
          ),
        );
      }
      expect((await zo('nobody', 'outbox')).err).toContain('User "nobody" cannot get resource "services/proxy"');
    });

    it('S10 permissions are separate: operators grant no credits, billing drops no events', async () => {
      for (const [person, line, verb, resource] of [
        ['zo-operator', 'credits show ada', 'get', 'credits'],
        ['zo-operator', 'credits grant ada --amount 5 --why x', 'update', 'credits'],
        ['zo-billing', 'dlq drop --all --why x', 'update', 'dlq'],
      ] as const) {
        expect(await zo(person, line)).toEqual({
          code: 77,
          out: '',
          err: `zo: ${resource}.compute.zo.internal is forbidden: User "${person}" cannot ${verb} resource "${resource}" in API group "compute.zo.internal" at the cluster scope\n`,
        });
      }
    });

    it('S10 past the API server, unknown and unauthorised callers are refused', async () => {
      const drop = { wanted: 'drop', all: true, why: 'x', filter: {} };
      const before = await actions();
      expect(await ask(undefined, '/outbox')).toEqual([401, 'accounts.caller_unknown']);
      expect(await ask('forged', '/outbox')).toEqual([401, 'accounts.caller_unknown']);
      expect(await ask('nobody', '/outbox')).toEqual([403, 'accounts.caller_forbidden']);
      expect(await ask('zo-viewer', '/dlq', drop)).toEqual([403, 'accounts.caller_forbidden']);
      expect(await ask('zo-viewer', '/credits?handle=ada')).toEqual([403, 'accounts.caller_forbidden']);
      expect(
        await ask('zo-operator', '/credits', { handle: 'ada', amountCents: 5, why: 'x', key: 'operators-1' }),
      ).toEqual([403, 'accounts.caller_forbidden']);
      expect(await ask('zo-operator', '/dlq', { ...drop, all: false })).toEqual([400, 'http.invalid']);
      expect(await ask('zo-operator', '/dlq', { ...drop, why: ' ' })).toEqual([400, 'http.invalid']);
      expect(await ask('zo-viewer', '/else')).toEqual([404, 'http.not_found']);
      expect(await actions()).toEqual(before);
    });

    it('S10 users of the product cannot reach it: neither the gateway nor the service’s own address leads to it', async () => {
      const headers = { 'zo-cluster-token': 'admin-token' };
      for (const path of [
        '/outbox',
        '/dlq',
        '/credits?handle=ada',
        '/api/outbox',
        '/api/admin/outbox',
        '/api/admin/dlq',
        '/api/credits',
      ]) {
        for (const url of [services.gatewayUrl, services.accounts.url])
          expect([401, 404]).toContain((await fetch(url + path, { headers })).status);
      }
    });
  });
}
