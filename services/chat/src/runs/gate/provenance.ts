/** Where the bytes of a file came from, as the history of its computer knows it. */
import { type Computer, fromAgentPath, toAgentPath } from '@zo/computer-client';
import { Code, ConnectError } from '@connectrpc/connect';
import { Actor } from '@zo/proto/agent/v1';
import { addressOf, type Location } from '@zo/proto/location';
import { type FileAuthors, fileAuthors, NOBODY, type Written } from '../../shapes/file-authors.js';
import type { Source } from '../../shapes/labels.js';
import { displayPath } from '../../tools/files/paths.js';

const MAX_FILES = 60;
const MAX_VERSIONS = 50;
const AT_ONCE = 8;
const TIMEOUT_MS = 10_000;

const ARTICLES = 'Articles';
export const isArticle = ({ root, path }: Location) => root === 'w' && path[0] === ARTICLES;

export interface ProvenanceQuestion {
  readonly files: readonly Location[];
  /** The conversation that asks; what it wrote is judged by its own labels. */
  readonly conversationId: string;
  /** Whether a file that nobody is known to have written counts as text of others. */
  readonly isStrict: boolean;
  /** Which of these conversations were shown text of others. */
  readonly tainted: (conversationIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** The sources of the files that hold text of others. */
export async function sourcesOfFiles(
  computer: Computer,
  { files, conversationId, isStrict, tainted }: ProvenanceQuestion,
): Promise<Source[]> {
  const distinct = [...new Map(files.map((file) => [addressOf(file), file])).values()];
  const sources: Source[] = [];
  const queue = distinct.slice(0, MAX_FILES).values();
  const worker = async () => {
    for (const file of queue) {
      const name = displayPath(file);
      if (isArticle(file)) sources.push({ kind: 'article', name });
      else {
        const kind = await kindOf(await authorsOf(computer, file), { conversationId, isStrict, tainted });
        if (kind) sources.push({ kind, name });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (isStrict && distinct.length > MAX_FILES) sources.push({ kind: 'unknown', name: '' });
  return sources;
}

/** Undefined if its user wrote it, or the assistant where it was shown nothing of others. */
async function kindOf(
  authors: FileAuthors,
  { conversationId, isStrict, tainted }: Omit<ProvenanceQuestion, 'files'>,
): Promise<Source['kind'] | undefined> {
  // An upload that was edited since still holds text of others.
  if (authors.all.some(({ cause }) => cause?.actor === Actor.USER && cause.imported)) return 'upload';
  const ids = authors.all.flatMap(({ cause }) => (cause?.actor === Actor.ASSISTANT ? [cause.conversationId] : []));
  const others = [...new Set(ids)].filter((id) => id !== conversationId);
  if (others.length > 0 && (await tainted(others)).size > 0) return 'chat';
  return isStrict && !(isKnown(authors.all) && authors.isWhole) ? 'unknown' : undefined;
}

/** Whether it is known who wrote a file last. */
function isKnown(authors: readonly Written[]): boolean {
  const last = authors.reduce((seq, each) => (each.seq > seq ? each.seq : seq), 0n);
  const actors = authors.filter(({ seq }) => seq === last).map(({ cause }) => cause?.actor);
  return actors.length > 0 && actors.every((actor) => actor === Actor.USER || actor === Actor.ASSISTANT);
}

async function authorsOf(computer: Computer, file: Location): Promise<FileAuthors> {
  const request = { path: toAgentPath(file), limit: MAX_VERSIONS };
  return computer.history.listVersions(request, { timeoutMs: TIMEOUT_MS }).then(fileAuthors, () => NOBODY);
}

/** The files from elsewhere that a text shows something of. Who cannot know it has to take it for text of others. */
export async function findShown(
  computer: Computer,
  request: { text: Uint8Array<ArrayBuffer>; conversationId: string },
): Promise<{ files: Location[]; partial: boolean }> {
  try {
    const { files, partial } = await computer.history.findShown(request, { timeoutMs: TIMEOUT_MS });
    return { files: files.slice(0, MAX_FILES).map(fromAgentPath), partial };
  } catch (error) {
    // A computer that has been awake since the release before.
    return { files: [], partial: ConnectError.from((error as Error).cause ?? error).code !== Code.Unimplemented };
  }
}
