/** What a mail says and brings, as it reaches chat. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OBJECTS, type ObjectStore } from '@zo/objects';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RawRetention } from '../src/messages/raw-retention.js';
import { DKIM } from './dns.js';
import { type Harness, messageOf, startHarness } from './harness.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness();
});
afterAll(() => at.stop());

/** @returns what chat is told */
async function arrives(subject: string, more: object): Promise<{ body: string; files: string[] }> {
  const signed = { domainName: 'example.com', ...DKIM };
  await at.send({ from: 'Ada <ada@example.com>', to: 'ada@zo.test', subject, dkim: signed, ...more });
  const { id } = await messageOf(at, at.ada, (each) => each.subject === subject && each.state === 'received');
  return at.json(at.ada, `/api/outbox/${id}`);
}

it('CM-01 a mail of HTML alone is read as text', async () => {
  const html =
    '<html><head><title>no</title></head><body><p>Grüße,<br>pay &lt;this&gt;</p><p>by Friday</p></body></html>';
  const { body } = await arrives('Only HTML', { html });
  expect(body.replaceAll(/\s+/g, ' ')).toBe('Grüße, pay <this> by Friday');
});

it('CM-01 a mail of HTML with a file is read as text, too', async () => {
  const attachments = [{ filename: 'a.csv', content: '1,2\n' }];
  const found = await arrives('HTML and a file', { html: '<p>See the numbers</p>', attachments });
  expect([found.body.trim(), found.files]).toEqual(['See the numbers', [expect.stringMatching(/a\.csv$/)]]);
});

it('says that a mail goes on where it is cut', async () => {
  const { body } = await arrives('Long', { text: 'All of it. '.repeat(15_000) });
  expect(body.slice(0, 100_000)).toBe('All of it. '.repeat(15_000).slice(0, 100_000));
  expect(body.slice(100_000)).toBe('\n\n(The rest of this mail is missing: it is too long.)');
});

it('says how many files of a mail with too many of them are missing', async () => {
  const attachments = Array.from({ length: 103 }, (_, n) => ({ filename: `${n}.txt`, content: `${n}` }));
  const { body, files } = await arrives('Many files', { text: 'All of it.', attachments });
  expect([body, files.length]).toEqual([
    'All of it.\n(3 more files of this mail are missing: there are too many.)',
    100,
  ]);
  const folder = join(at.computer.home, 'workspace', 'Inbox');
  const [today] = readdirSync(folder).filter((name) => name.endsWith('Many files'));
  expect(readdirSync(join(folder, today!))).toHaveLength(100);
});

describe('the bytes of a mail', () => {
  const DAY = 86_400_000;
  const objects = () => at.service.service.app.get<ObjectStore>(OBJECTS);
  const keyOf = async (subject: string): Promise<string> => {
    await arrives(subject, { text: 'x' });
    const { rows } = await at.sql.query('select raw_object from channels.messages where subject = $1', [subject]);
    return rows[0].raw_object;
  };
  const sweepIn = (days: number) => at.service.service.app.get(RawRetention).sweep(Date.now() + days * DAY);

  it('are deleted with it, also when the store of objects did not answer then', async () => {
    const [deleted, kept] = [await keyOf('Deleted'), await keyOf('Kept')];
    const { items } = await at.json(at.ada, '/api/outbox');
    const { id } = items.find(({ subject }: any) => subject === 'Deleted');
    const store = objects();
    const [away, well] = [() => Promise.reject(new Error('the store is away')), store.delete];
    store.delete = away;
    await expect(at.json(at.ada, `/api/outbox/${id}`, undefined, 'DELETE')).rejects.toThrow(/500/);
    store.delete = well;
    await sweepIn(0);
    expect(await objects().head(deleted)).toBeDefined();
    await sweepIn(2);
    expect([await objects().head(deleted), await objects().head(kept)]).toEqual([undefined, expect.anything()]);
  });

  it('are deleted after a month, and what it said stays', async () => {
    const key = await keyOf('Old');
    expect(await sweepIn(29)).toBe(0);
    await sweepIn(31);
    expect(await objects().head(key)).toBeUndefined();
    const { items } = await at.json(at.ada, '/api/outbox');
    const { id } = items.find(({ subject }: any) => subject === 'Old');
    expect(await at.json(at.ada, `/api/outbox/${id}`)).toMatchObject({ body: 'x', headers: null });
  });
});
