/** CH-05: the files attached to a message. Included whole if they fit; otherwise the model is told how much it sees. */
import { agentErrorOf, type Computer } from '@zo/computer-client';
import { Kind } from '@zo/proto/agent/v1';
import type { FileInView } from '../../../runs/ports/origin.js';
import { isMissing } from '../../../tools/tool-errors.js';
import { toAgentPath } from '@zo/computer-client';
import { type Location, parseAddress } from '@zo/proto/location';
import { extensionOf, isPaged, mediaTypeOf } from '../../../tools/media.js';
import { displayPath } from '../../../tools/paths.js';
import { decode } from '../../../tools/text-file.js';

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_CHARACTERS = 200_000;

/** Returns one text with all files, and the list of files read. */
export async function readContext(
  computer: Computer,
  files: readonly { path: string }[],
): Promise<{ text: string; read: FileInView[] }> {
  const read: FileInView[] = [];
  const blocks: string[] = [];
  let room = MAX_CHARACTERS;
  for (const { path: address } of files) {
    const path = parseAddress(address);
    const { body, hash } = await describeFile(computer, path, room);
    room -= body.length;
    read.push({ path, hash });
    blocks.push(`<file path=${JSON.stringify(displayPath(path))}>\n${body}\n</file>`);
  }
  return { text: blocks.length === 0 ? '' : `The person has these files in view:\n${blocks.join('\n')}`, read };
}

async function describeFile(
  computer: Computer,
  path: Location,
  room: number,
): Promise<{ body: string; hash?: string }> {
  try {
    const named = await describeByName(computer, path);
    if (named !== undefined) return { body: named };
    const { content, version } = await computer.files.read({ path: toAgentPath(path), maxBytes: BigInt(MAX_BYTES) });
    const text = decode(content, path);
    const whole = text.length <= room;
    const body = whole
      ? text
      : `(the first ${Math.max(0, room)} of ${text.length} characters; read_file shows the rest)\n${text.slice(0, Math.max(0, room))}`;
    return { body, hash: whole ? version?.hash : undefined };
  } catch (error) {
    if (isMissing(error)) return { body: '(this file does not exist any more)' };
    if (error instanceof Error && error.name === 'ToolError')
      return { body: '(not a text file; its content is not shown here)' };
    const agentError = agentErrorOf(error);
    if (!agentError) throw error;
    const unshown = { body: `(cannot be shown here: ${agentError.message})` };
    return agentError.reason === 'isFolder' ? listFolder(computer, path).catch(() => unshown) : unshown;
  }
}

/** A file whose bytes are no text is not read: the model is told what it is, how large, and how to get at it. */
async function describeByName(computer: Computer, path: Location): Promise<string | undefined> {
  const extension = extensionOf(path);
  const mediaType = mediaTypeOf(extension);
  if (!mediaType && !isPaged(extension)) return undefined;
  const { entry } = await computer.files.stat({ path: toAgentPath(path) });
  if (entry?.kind !== Kind.FILE) return undefined;
  if (isPaged(extension))
    return `(${extension.toUpperCase()}, ${entry.size} bytes; read_file reads its pages, with page_range the wanted ones)`;
  return `(${mediaType}, ${entry.size} bytes; its content is not text and is not shown here, but commands can work with the file)`;
}

const MAX_NAMES = 200;

async function listFolder(computer: Computer, path: Location): Promise<{ body: string }> {
  const names: string[] = [];
  for await (const { entries } of computer.files.list({ path: toAgentPath(path) }))
    names.push(...entries.map(({ name }) => name));
  names.sort();
  const more = names.length > MAX_NAMES ? `\n(and ${names.length - MAX_NAMES} more)` : '';
  return { body: `(a folder)\n${names.slice(0, MAX_NAMES).join('\n')}${more}` };
}
