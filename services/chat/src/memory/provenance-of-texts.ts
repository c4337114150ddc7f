/** Whether models may be shown what a file of memory or a skill says. Its history decides, never its words. */
import { type Computer, toAgentPath } from '@zo/computer-client';
import { Actor, type Version, VersionKind } from '@zo/proto/agent/v1';
import type { Location } from '@zo/proto/location';
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
  const { versions, more } = await computer.history.listVersions(request, { timeoutMs: TIMEOUT_MS });
  const seq = Number(versions[0]?.seq ?? 0);
  // A history that begins anew counts from the start again.
  const since = judged !== undefined && judged <= seq ? judged : 0;
  const written = versions.filter((version) => isWriting(version) && Number(version.seq) > since);
  // Text that nobody is known to have written is not its user's.
  const isCut = more && written.length >= versions.filter(isWriting).length;
  if (written.length === 0 || isCut) return { source: 'unknown', seq };
  return { source: await sourceOf(written, tainted), seq };
}

const isWriting = ({ kind }: Version) =>
  ![VersionKind.DELETED, VersionKind.MOVED_AWAY, VersionKind.MOVED_HERE].includes(kind);

async function sourceOf(written: readonly Version[], tainted: Asked['tainted']): Promise<Source['kind'] | undefined> {
  if (written.some(({ cause }) => cause?.actor === Actor.USER && cause.imported)) return 'upload';
  const isKnown = ({ cause }: Version) => cause?.actor === Actor.USER || cause?.actor === Actor.ASSISTANT;
  if (!written.every(isKnown)) return 'unknown';
  const chats = written.flatMap(({ cause }) => (cause?.actor === Actor.ASSISTANT ? [cause.conversationId] : []));
  return chats.length > 0 && (await tainted([...new Set(chats)])).size > 0 ? 'chat' : undefined;
}
