import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database } from '@zo/db';
import { publish } from '@zo/events';
import { zoEvents } from '@zo/proto/topics';
import { eventually } from '@zo/testing';
import type { ChatClient } from './chat-client.js';
import { type Harness, startHarness } from './harness.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness();
});
afterAll(() => at.stop());

const LIMITS = { day_cents: 5, month_cents: null, day_tokens: null, month_tokens: null };

/** A mode and a limit. */
async function set(zofileId: string, who: ChatClient = at.me): Promise<void> {
  const mode = { zofile_id: zofileId, mode: 'ask_more', denied_tools: ['run_bash_command'] };
  await who.json('/api/trust-modes', { method: 'PUT', json: mode });
  await who.json('/api/allowances/personas', { method: 'PUT', json: { zofile_id: zofileId, ...LIMITS } });
}
/** The personas that something is set for; null: for all. */
async function personas(who: ChatClient = at.me): Promise<(string | null)[][]> {
  const { modes } = await who.json<any>('/api/trust-modes');
  const { allowances } = await who.json<any>('/api/allowances');
  const idsOf = (rows: { zofile_id: string | null }[]) => rows.map((row) => row.zofile_id).toSorted();
  return [idsOf(modes), idsOf(allowances)];
}

it('ZF-01 what was set for a persona is gone with it; that of others, and for all, stays', async () => {
  const [gone, kept] = [crypto.randomUUID(), crypto.randomUUID()].toSorted() as [string, string];
  await at.me.json('/api/trust-modes', { method: 'PUT', json: { zofile_id: null, mode: 'balanced' } });
  await at.me.json('/api/allowances/people', { method: 'PUT', json: { person_id: at.userId, ...LIMITS } });
  await set(gone);
  await set(kept);
  // Ids are chosen by the service that owns them, so that the same one of another user is a forgery.
  await set(gone, at.other);
  const ctx = { userId: at.userId, actor: 'system', owner: false, requestId: 'r' } as const;
  await at.service.service.app.get(Database).tx(ctx, async (tx) => {
    publish(tx, zoEvents, 'zofile.deleted', { userId: at.userId, zofileId: gone });
  });
  await eventually(async () => !(await personas())[0]!.includes(gone));
  expect(await personas()).toEqual([
    [kept, null],
    [kept, null],
  ]);
  expect(await personas(at.other)).toEqual([[gone], [gone]]);
});
