/** Clients that continuously write rows through the public routes, and a record of the acknowledged writes. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Person } from './product.js';

export interface Seen {
  /** Acknowledged title by conversation. */
  readonly acknowledged: Map<string, string>;
  /** Titles of later changes with an unknown outcome, by conversation. */
  readonly unknown: Map<string, Set<string>>;
  /** Responses other than success and 503 with Retry-After. */
  readonly odd: Set<string>;
  refused: number;
  commits: number;
}

/** Creates conversations and renames them, one after another, until aborted. */
export async function writeUntil(
  stop: AbortSignal,
  { person, id, seen }: { person: Person; id: number; seen: Seen },
): Promise<void> {
  const mine: string[] = [];
  for (let n = 0; !stop.aborted; n++) {
    const known = n % 2 === 1 ? mine.at(-1) : undefined;
    const title = `h${id}-${n}`;
    const answer = await (known
      ? person.post(`/api/conversations/${known}`, { title }, 'PATCH')
      : person.post('/api/conversations', { title }));
    const body = (await answer.json()) as { id: string };
    if (answer.ok) {
      if (!known) mine.push(body.id);
      seen.acknowledged.set(body.id, title);
      seen.commits++;
      continue;
    }
    if (known) seen.unknown.set(known, (seen.unknown.get(known) ?? new Set()).add(title));
    const waits = Number(answer.headers.get('retry-after'));
    if (answer.status !== 503 || !(waits > 0))
      seen.odd.add(`${answer.status} ${answer.headers.get('retry-after')} ${JSON.stringify(body)}`);
    seen.refused++;
    await delay(20);
  }
}

/** All conversations of a user, read page by page. */
export async function stored(person: Person): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { conversations: { id: string; title: string }[]; next_cursor: string | null } = await person.json(
      `/api/conversations${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`,
    );
    for (const { id, title } of page.conversations) titles.set(id, title);
    cursor = page.next_cursor;
  }
  return titles;
}

export const newSeen = (): Seen => ({
  acknowledged: new Map(),
  unknown: new Map(),
  odd: new Set(),
  refused: 0,
  commits: 0,
});

/** Acknowledged rows that are missing: neither the acknowledged title nor one with an unknown outcome is stored. */
export const lost = (seen: Seen, found: ReadonlyMap<string, string>) =>
  [...seen.acknowledged].filter(
    ([id, title]) => found.get(id) !== title && !seen.unknown.get(id)?.has(found.get(id) ?? ''),
  );
