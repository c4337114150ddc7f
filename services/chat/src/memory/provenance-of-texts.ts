/** Whether models may be shown what a file of memory or a skill says. Its history decides, never its words. */
import { type Computer, toAgentPath } from '@zo/computer-client';
import { Actor, type ListVersionsResponse, VersionKind } from '@zo/proto/agent/v1';
import type { Location } from '@zo/proto/location';
import { fileAuthors, type Written } from '../shapes/file-authors.js';
import type { Source } from '../shapes/labels.js';

const MAX_VERSIONS = 200;
const TIMEOUT_MS = 5_000;

export interface Verdict {
  /** Undefined: all that was written since is of the user, or of chats that were shown nothing of others. */
  readonly source: Source['kind'] | undefined;
  /** The version that this is about. */
  readonly seq: number;
}

interface Asked {
  readonly at: Location;
  /** Everything in the file was kept as it was then; undefined: not judged yet. */
  readonly judged: number | undefined;
  readonly tainted: (conversationIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

export async function judge(computer: Computer, { at, judged, tainted }: Asked): Promise<Verdict> {
  const request = { path: toAgentPath(at), limit: MAX_VERSIONS };
  const answer = await computer.history.listVersions(request, { timeoutMs: TIMEOUT_MS });
  const authors = fileAuthors(answer);
  const seq = Number(answer.versions[0]?.seq ?? 0);
  const since = judged !== undefined && isSameFile(answer, judged) ? judged : 0;
  const written = authors.all.filter((author) => Number(author.seq) > since);
  // Text that nobody is known to have written is not its user's.
  const isCut = !authors.isWhole && written.length >= authors.all.length;
  if (written.length === 0 || isCut) return { source: 'unknown', seq };
  return { source: await sourceOf(written, tainted), seq };
}

/**
 * Whether what was there then is still part of the file: what is moved here keeps the authors that it had before, and a
 * history that begins anew counts from the start again.
 */
function isSameFile({ versions, more }: ListVersionsResponse, judged: number): boolean {
  const since = versions.filter(({ seq }) => Number(seq) > judged);
  const isCut = more && since.length === versions.length;
  return (
    judged <= Number(versions[0]?.seq ?? 0) && !isCut && since.every(({ kind }) => kind !== VersionKind.MOVED_HERE)
  );
}

async function sourceOf(written: readonly Written[], tainted: Asked['tainted']): Promise<Source['kind'] | undefined> {
  if (written.some(({ cause }) => cause?.actor === Actor.USER && cause.imported)) return 'upload';
  const isKnown = ({ cause }: Written) => cause?.actor === Actor.USER || cause?.actor === Actor.ASSISTANT;
  if (!written.every(isKnown)) return 'unknown';
  const chats = written.flatMap(({ cause }) => (cause?.actor === Actor.ASSISTANT ? [cause.conversationId] : []));
  return chats.length > 0 && (await tainted([...new Set(chats)])).size > 0 ? 'chat' : undefined;
}
