/** Hands that write rows through the public routes without a pause, and what they were promised. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Person } from './product.js';

export interface Seen {
  /** Titles that were acknowledged, by conversation. */
  readonly acknowledged: Map<string, string>;
  /** Of those, the titles whose later change has an unknown outcome. */
  readonly unknown: Map<string, Set<string>>;
  /** Anything that was no success and no 503 with Retry-After. */
  readonly odd: Set<string>;
  refused: number;
  commits: number;
}

/** Makes conversations and renames them, one after another, until told to stop. */
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

/** Every conversation of the person, by pages. */
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

/** What was acknowledged and is not there: neither as it was, nor as a change of unknown outcome would have left it. */
export const lost = (seen: Seen, found: ReadonlyMap<string, string>) =>
  [...seen.acknowledged].filter(
    ([id, title]) => found.get(id) !== title && !seen.unknown.get(id)?.has(found.get(id) ?? ''),
  );
