/** Changes of the owner that have to do with mail, and leave audit entries. */
import { expect } from '@jest/globals';
import { eventually } from '@zo/testing';
import { MAIL_USER, startFakeMailServer } from '../../../infra/testing/product/fake-mail-server.js';
import { subscriptionAt } from '../../../infra/testing/product/fake-push.js';
import { type Changes, ok } from './audited-changes.js';

interface Letter {
  readonly id: string;
  readonly direction: string;
  readonly state: string;
  readonly peer: string;
}

export async function changeChannels({ ada, entriesOf }: Changes): Promise<void> {
  const letter = (fits: (one: Letter) => boolean) =>
    eventually(async () => (await ada.json<{ items: Letter[] }>('/api/outbox')).items.find(fits));
  await ada.json('/api/outbox/mail', { subject: 'canary', text: 'run echo canary' });
  const kept = await letter(({ state }) => state === 'kept');
  const { id } = await ada.json<Letter>(`/api/outbox/${kept.id}/reply`, { text: 'run echo canary', as: 'stranger' });
  const [, letIn] = await entriesOf('POST /api/outbox/{id}/let-in', () =>
    ok(ada.post(`/api/outbox/${id}/let-in`, { always: true })),
  );
  expect(letIn!.details).toEqual({ always: true });
  const held = await letter(({ state, direction }) => state === 'held' && direction === 'out');
  await entriesOf('POST /api/outbox/{id}/send', () => ok(ada.post(`/api/outbox/${held.id}/send`, {})));
  await entriesOf('DELETE /api/outbox/{id}', () => ok(ada.fetch(`/api/outbox/${held.id}`, { method: 'DELETE' })));

  await changeAsking({ ada, entriesOf });

  const [allowed] = await entriesOf('POST /api/channels/senders', () =>
    ok(ada.post('/api/channels/senders', { address: 'canary@example.org' })),
  );
  expect(allowed!.details).toEqual({ channel: 'email' });
  const { senders } = await ada.json<{ senders: { id: string }[] }>('/api/channels');
  await entriesOf('DELETE /api/channels/senders/{id}', () =>
    ok(ada.fetch(`/api/channels/senders/${senders[0]!.id}`, { method: 'DELETE' })),
  );
  await entriesOf('DELETE /api/channels/phone', () => ok(ada.fetch('/api/channels/phone', { method: 'DELETE' })));
  const device = { subscription: subscriptionAt('https://push.example/canary'), name: 'Firefox on Linux' };
  const [added] = await entriesOf('POST /api/channels/devices', () => ok(ada.post('/api/channels/devices', device)));
  expect(added!.details).toEqual({ name: 'Firefox on Linux' });
  const { devices } = await ada.json<{ devices: { id: string }[] }>('/api/channels/devices');
  await entriesOf('DELETE /api/channels/devices/{id}', () =>
    ok(ada.fetch(`/api/channels/devices/${devices[0]!.id}`, { method: 'DELETE' })),
  );
  const fake = await startFakeMailServer();
  const server = { host: '127.0.0.1', port: fake.port, secure: false, username: MAIL_USER.name };
  const [set] = await entriesOf('PUT /api/channels/mail-server', () =>
    ok(ada.post('/api/channels/mail-server', { ...server, password: MAIL_USER.password }, 'PUT')),
  );
  expect(set!.details).toEqual({ key: 'given' });
  await entriesOf('DELETE /api/channels/mail-server', () =>
    ok(ada.fetch('/api/channels/mail-server', { method: 'DELETE' })),
  );
  await fake.stop();
}

/** A run that a mail has started wants to leave something that acts later; its question is answered from the mail. */
async function changeAsking({ ada, entriesOf }: Changes): Promise<void> {
  const by = { email: true, sms: false, push: true, telegram: true, details: false };
  const [changed] = await entriesOf('PUT /api/channels/asked-by', () =>
    ok(ada.post('/api/channels/asked-by', by, 'PUT')),
  );
  expect(changed!.details).toEqual(by);
  await ada.json('/api/outbox/mail', { subject: '', text: 'write site/.git/hooks/pre-commit: echo canary' });
  const path = await eventually(async () => {
    const { items } = await ada.json<{ items: { id: string }[] }>('/api/outbox');
    const { body } = await ada.json<{ body: string }>(`/api/outbox/${items[0]!.id}`);
    return /\/api\/approvals\/[\w-]+/.exec(body)?.[0];
  });
  const page = /name="page" value="([\w-]+)"/.exec(await (await ada.fetch(path)).text())![1]!;
  const form = { method: 'POST', body: new URLSearchParams({ decision: 'deny', page }) };
  const [answered] = await entriesOf('POST /api/approvals/{token}', () => ok(ada.fetch(path, form)));
  expect(answered).toMatchObject({ actor: 'system', details: { decision: 'deny', via: 'email' } });
}
