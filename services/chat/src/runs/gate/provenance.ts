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
/** What is compared with files from elsewhere; results are shorter. */
const MAX_COMPARED = 512 * 1024;
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
export const sourcesOfFiles = async (computer: Computer, question: ProvenanceQuestion): Promise<Source[]> =>
  (await lookInto(computer, question)).sources;

/** The sources of a text that is said to be that of the files: a command may have made them of files of others. */
export async function sourcesOfText(computer: Computer, text: string, question: ProvenanceQuestion): Promise<Source[]> {
  const { sources, isTyped } = await lookInto(computer, question);
  if (sources.length > 0 || isTyped) return sources;
  const { files, partial } = await findShown(computer, { text, conversationId: question.conversationId });
  if (partial) sources.push({ kind: 'unknown', name: '' });
  return [...sources, ...(await sourcesOfFiles(computer, { ...question, files }))];
}

/** `isTyped`: nobody but their user has written the files, and that not by copying. */
async function lookInto(
  computer: Computer,
  { files, conversationId, isStrict, tainted }: ProvenanceQuestion,
): Promise<{ sources: Source[]; isTyped: boolean }> {
  const distinct = [...new Map(files.map((file) => [addressOf(file), file])).values()];
  const sources: Source[] = [];
  let isTyped = distinct.length > 0 && distinct.length <= MAX_FILES;
  const queue = distinct.slice(0, MAX_FILES).values();
  const worker = async () => {
    for (const file of queue) {
      const name = displayPath(file);
      if (isArticle(file)) sources.push({ kind: 'article', name });
      else {
        const authors = await authorsOf(computer, file);
        const kind = await kindOf(authors, { conversationId, isStrict, tainted });
        isTyped &&= authors.isWhole && authors.all.length > 0 && authors.all.every(isOfUser);
        if (kind) sources.push({ kind, name });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (isStrict && distinct.length > MAX_FILES) sources.push({ kind: 'unknown', name: '' });
  return { sources, isTyped };
}

const isOfUser = ({ cause }: Written) => cause?.actor === Actor.USER && !cause.imported;

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
  { text: shown, conversationId }: { text: string; conversationId: string },
): Promise<{ files: Location[]; partial: boolean }> {
  const request = { text: new TextEncoder().encode(shown).subarray(0, MAX_COMPARED), conversationId };
  try {
    const { files, partial } = await computer.history.findShown(request, { timeoutMs: TIMEOUT_MS });
    return { files: files.slice(0, MAX_FILES).map(fromAgentPath), partial };
  } catch (error) {
    // A computer that has been awake since the release before.
    return { files: [], partial: ConnectError.from((error as Error).cause ?? error).code !== Code.Unimplemented };
  }
}
