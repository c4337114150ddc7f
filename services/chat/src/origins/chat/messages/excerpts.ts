/** Parts of files that a message brings: the browser names the file, and whether they stand there is looked up. */
import type { Computer } from '@zo/computer-client';
import { toAgentPath } from '@zo/computer-client';
import { type Location, parseAddress } from '@zo/proto/location';
import { type ProvenanceQuestion, sourcesOfText } from '../../../runs/gate/provenance.js';
import type { Source } from '../../../shapes/labels.js';
import { decode } from '../../../tools/files/text-file.js';

const MAX_BYTES = 8 * 1024 * 1024;

export interface Excerpt {
  readonly title: string;
  readonly content: string;
  /** The address of the file that it is said to be from. */
  readonly path: string;
}

export interface SeenExcerpts {
  readonly sources: readonly Source[];
  /** Files that have what is said to be from them. */
  readonly files: readonly Location[];
}

/** Text that is nowhere to be found counts as pasted. */
export const asPasted = ({ title }: Pick<Excerpt, 'title'>): Source => ({ kind: 'paste', name: title });

/** Where the text of excerpts came from: what the history knows of their files, never what the browser says. */
export async function readExcerpts(
  computer: Computer,
  excerpts: readonly Excerpt[],
  question: Omit<ProvenanceQuestion, 'files'>,
): Promise<SeenExcerpts> {
  const sources: Source[] = [];
  const files: Location[] = [];
  for (const excerpt of excerpts) {
    const file = parseAddress(excerpt.path);
    if (!(await standsIn(computer, file, excerpt.content))) sources.push(asPasted(excerpt));
    else {
      files.push(file);
      sources.push(...(await sourcesOfText(computer, excerpt.content, { ...question, files: [file] })));
    }
  }
  return { sources, files };
}

async function standsIn(computer: Computer, file: Location, content: string): Promise<boolean> {
  try {
    const { content: bytes } = await computer.files.read({ path: toAgentPath(file), maxBytes: BigInt(MAX_BYTES) });
    return isPartOf(decode(bytes, file), content);
  } catch {
    // Gone, too large, no text, or nobody can look.
    return false;
  }
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
/** What a note shows in another way than it is written. */
const withoutMarks = (text: string) => onOneLine(text.replace(/[*_`#>~|-]/g, ' '));

/** Whether a text has a part, however its lines are broken, as written or as Markdown is shown. */
export function isPartOf(text: string, part: string): boolean {
  if (onOneLine(part) === '') return false;
  return onOneLine(text).includes(onOneLine(part)) || withoutMarks(text).includes(withoutMarks(part) || '\0');
}
