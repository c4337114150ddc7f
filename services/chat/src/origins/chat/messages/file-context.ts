/** CH-05: the files attached to a message. Included whole if they fit; otherwise the model is told how much it sees. */
import { agentErrorOf, type Computer, toAgentPath } from '@zo/computer-client';
import { Kind } from '@zo/proto/agent/v1';
import { type Location, parseAddress } from '@zo/proto/location';
import { estimateTokens } from '../../../models/estimate.js';
import type { FileInView } from '../../../runs/ports/origin.js';
import { PICTURE_TOKENS, type ShownFile } from '../../../shapes/shown-file.js';
import { extensionOf, isPaged, mediaTypeOf } from '../../../tools/files/media.js';
import { displayPath } from '../../../tools/files/paths.js';
import { isPicture, type PictureBox } from '../../../tools/files/pictures.js';
import { decode } from '../../../tools/files/text-file.js';
import { isMissing } from '../../../tools/tool-errors.js';

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_CHARACTERS = 200_000;

export interface ReadFiles {
  /** One text with all files. */
  readonly text: string;
  readonly read: readonly FileInView[];
  /** What the model is shown of each. */
  readonly shown: readonly ShownFile[];
}

/** What a model is shown of one file. */
interface Described {
  readonly body: string;
  readonly hash?: string;
  readonly as: ShownFile['as'];
  readonly note?: string;
  readonly pictures?: number;
}

/** Reads the files; `box` takes the pictures among them, if the model sees. */
export async function readContext(
  computer: Computer,
  files: readonly { path: string }[],
  box: PictureBox | undefined,
): Promise<ReadFiles> {
  const read: FileInView[] = [];
  const blocks: string[] = [];
  const shown: ShownFile[] = [];
  let room = MAX_CHARACTERS;
  for (const { path: address } of files) {
    const path = parseAddress(address);
    const { body, hash, as, note, pictures = 0 } = await describeFile(computer, path, { room, box });
    room -= body.length;
    read.push({ path, hash });
    blocks.push(`<file path=${JSON.stringify(displayPath(path))}>\n${body}\n</file>`);
    shown.push({ path: address, as, ...(note && { note }), tokens: estimateTokens(body) + pictures * PICTURE_TOKENS });
  }
  return { text: blocks.length === 0 ? '' : `The person has these files in view:\n${blocks.join('\n')}`, read, shown };
}

interface Room {
  /** Characters that are left. */
  readonly room: number;
  readonly box: PictureBox | undefined;
}

async function describeFile(computer: Computer, path: Location, { room, box }: Room): Promise<Described> {
  try {
    const named = await describeByName(computer, path, box);
    if (named) return named;
    const { content, version } = await computer.files.read({ path: toAgentPath(path), maxBytes: BigInt(MAX_BYTES) });
    return describeText(decode(content, path), room, version?.hash);
  } catch (error) {
    if (isMissing(error))
      return { body: '(this file does not exist any more)', as: 'named', note: 'It did not exist any more.' };
    if (error instanceof Error && error.name === 'ToolError')
      return { body: '(not a text file; its content is not shown here)', as: 'named', note: 'It is not a text.' };
    const agentError = agentErrorOf(error);
    if (!agentError) throw error;
    const unshown = {
      body: `(cannot be shown here: ${agentError.message})`,
      as: 'named',
      note: agentError.message,
    } as const;
    return agentError.reason === 'isFolder' ? listFolder(computer, path).catch(() => unshown) : unshown;
  }
}

function describeText(text: string, room: number, hash: string | undefined): Described {
  if (text.length <= room) return { body: text, hash, as: 'whole' };
  const most = Math.max(0, room);
  const body = `(the first ${most} of ${text.length} characters; read_file shows the rest)\n${text.slice(0, most)}`;
  if (most === 0) return { body, as: 'named', note: 'The other files took all the room.' };
  return { body, as: 'part', note: `The first ${Math.max(1, Math.floor((most / text.length) * 100))} % of it.` };
}

/** A file whose bytes are no text: the model sees it, or is told what it is, how large, and how to get at it. */
async function describeByName(
  computer: Computer,
  path: Location,
  box: PictureBox | undefined,
): Promise<Described | undefined> {
  const extension = extensionOf(path);
  const mediaType = mediaTypeOf(extension);
  if (!mediaType && !isPaged(extension)) return undefined;
  const { entry } = await computer.files.stat({ path: toAgentPath(path) });
  if (entry?.kind !== Kind.FILE) return undefined;
  if (isPaged(extension)) return describePages(path, { extension, size: entry.size, box });
  const facts = `${mediaType}, ${entry.size} bytes`;
  const body = `(${facts}; its content is not text and is not shown here, but commands can work with the file)`;
  if (!mediaType?.startsWith('image/')) return { body, as: 'named', note: 'It is not a text.' };
  if (!box) return { body, as: 'named', note: 'This model takes no pictures.' };
  if (box.isFull) return { body, as: 'named', note: 'The message has too many pictures.' };
  if (!isPicture(extension) || !(await box.add(path)))
    return { body, as: 'named', note: 'It cannot be drawn, or is too large.' };
  return { body: `(${facts}; picture ${box.pictures.length} of this message)`, as: 'picture', pictures: 1 };
}

async function describePages(
  path: Location,
  { extension, size, box }: { extension: string; size: bigint; box: PictureBox | undefined },
): Promise<Described> {
  const facts = `${extension.toUpperCase()}, ${size} bytes`;
  const before = box?.pictures.length ?? 0;
  const pages = extension === 'pdf' && box && !box.isFull ? await box.addPages(path) : undefined;
  if (!pages)
    return {
      body: `(${facts}; read_file reads its pages, with page_range the wanted ones)`,
      as: 'named',
      note: 'The assistant reads the pages that it needs.',
    };
  const { shown, of } = pages;
  return {
    body: `(${facts}; it has no text. Pictures ${before + 1} to ${before + shown} of this message are its first ${shown} of ${of} pages)`,
    as: 'pages',
    note: shown === of ? `All ${of} pages.` : `Pages 1 to ${shown} of ${of}.`,
    pictures: shown,
  };
}

const MAX_NAMES = 200;

async function listFolder(computer: Computer, path: Location): Promise<Described> {
  const names: string[] = [];
  for await (const { entries } of computer.files.list({ path: toAgentPath(path) }))
    names.push(...entries.map(({ name }) => name));
  names.sort();
  const more = names.length > MAX_NAMES ? `\n(and ${names.length - MAX_NAMES} more)` : '';
  return { body: `(a folder)\n${names.slice(0, MAX_NAMES).join('\n')}${more}`, as: 'folder' };
}
