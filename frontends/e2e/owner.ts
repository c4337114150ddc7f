import type { Person } from '../../infra/testing/product/product.js';

/** Folders that every workspace has. */
const BELONGING = ['Articles', 'Trash'];

/** How much the assistant asks, and what it may use, in a new account. */
const USUAL_TRUST = { zofile_id: null, mode: 'balanced', denied_tools: [], memory: true, denied_skills: [] };

/**
 * Removes the files, chats, schedules, models, machines and trust settings of the owner. Tests with a model provider of
 * their own run as the owner, because nobody else may use one at a private address.
 */
export async function emptyComputer(owner: Person): Promise<void> {
  for (const path of [[], ['Articles']]) {
    const { names } = await owner.json<{ names: string[] }>(
      `/api/files/list?root=w&path=${encodeURIComponent(JSON.stringify(path))}`,
    );
    const items = names
      .filter((name) => path.length > 0 || !BELONGING.includes(name))
      .map((name) => ({ root: 'w', path: [...path, name] }));
    if (items.length > 0) await owner.json('/api/files/trash', { items });
  }
  await owner.json('/api/files/empty-trash', {});
  const { conversations } = await owner.json<{ conversations: { id: string }[] }>('/api/conversations');
  const { providers } = await owner.json<{ providers: { id: string }[] }>('/api/models/providers');
  const { connection } = await owner.json<{ connection: object | null }>('/api/web-search');
  const { models } = await owner.json<{ models: { task: string }[] }>('/api/media-models');
  const schedules = await owner.json<{ id: string }[]>('/api/schedules');
  const { hosts } = await owner.json<{ hosts: { id: string }[] }>('/api/granted-hosts');
  const { machines } = await owner.json<{ machines: { id: string }[] }>('/api/machines');
  const trusted = await owner.post('/api/trust-modes', USUAL_TRUST, 'PUT');
  if (!trusted.ok) throw new Error(`/api/trust-modes: ${trusted.status} ${await trusted.text()}`);
  for (const path of [
    ...schedules.map(({ id }) => `/api/schedules/${id}`),
    ...models.map(({ task }) => `/api/media-models/${task}`),
    ...machines.map(({ id }) => `/api/machines/${id}`),
    ...hosts.map(({ id }) => `/api/granted-hosts/${id}`),
    ...(connection ? ['/api/web-search'] : []),
    ...conversations.map(({ id }) => `/api/conversations/${id}`),
    ...providers.map(({ id }) => `/api/models/providers/${id}`),
  ]) {
    const answer = await owner.fetch(path, { method: 'DELETE' });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
}
