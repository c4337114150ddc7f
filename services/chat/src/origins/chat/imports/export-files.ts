/** Opens the files of an export in the computer of its user, where archives are unpacked. */
import { agentErrorOf, type Computer, fromAgentPath, IMPORTED_BY_USER, toAgentPath } from '@zo/computer-client';
import { childOf, type Location } from '@zo/proto/location';
import { chatErrors } from '../../../errors.js';

/** Large exports have several. */
const CHATS = /(?:^|\/)conversations(?:[-_]\d{1,4})?\.json$/;
const MAX_FILES = 50;
/** Of one file. */
const MAX_BYTES = 4 * 1024 ** 3;
/** How long a computer may send nothing. */
const SILENCE_MS = 60_000;
const SILENT = { reason: 'Your computer stopped sending the file. Try again.' };

/**
 * Gives the files to `read`, and takes away afterwards what was unpacked.
 * @throws chat.not_an_export, chat.export_unreadable
 */
export async function withExportFiles<T>(
  computer: Computer,
  { file, signal }: { file: Location; signal: AbortSignal },
  read: (files: readonly Location[]) => Promise<T>,
): Promise<T> {
  if (/\.json$/i.test(file.path.at(-1) ?? '')) return read([file]);
  const path = toAgentPath(file);
  const unpacked = await asSentence(async () => {
    const { entries } = await computer.archives.listArchive({ path }, { signal });
    const chosen = entries.map((entry) => entry.path).filter((name) => CHATS.test(name));
    if (chosen.length === 0) throw chatErrors.notAnExport();
    const found = chosen.slice(0, MAX_FILES).toSorted();
    const { to } = await computer.archives.extractArchive({ path, chosen: found, cause: IMPORTED_BY_USER }, { signal });
    return { folder: fromAgentPath(to), found };
  });
  const { folder, found } = unpacked;
  try {
    return await read(found.map((name) => name.split('/').reduce(childOf, folder)));
  } finally {
    await computer.files.remove({ path: toAgentPath(folder), cause: IMPORTED_BY_USER }).catch(() => undefined);
  }
}

/** The bytes of a file, as they come. @throws chat.export_unreadable */
export async function* bytesOf(
  computer: Computer,
  { root, path }: Location,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const address = `/bytes/${root}/${path.map(encodeURIComponent).join('/')}`;
  const answer = await asSentence(() => computer.fetch('GET', address, { signal, silenceMs: SILENCE_MS }));
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw chatErrors.exportUnreadable({ reason: 'The file is not there any more, or cannot be read.' });
  }
  answer.setTimeout(SILENCE_MS, () => answer.destroy(chatErrors.exportUnreadable(SILENT)));
  let bytes = 0;
  try {
    for await (const block of answer as AsyncIterable<Buffer>) {
      bytes += block.length;
      if (bytes > MAX_BYTES) throw chatErrors.exportUnreadable({ reason: 'The export is larger than 4 GB.' });
      yield block;
    }
  } finally {
    answer.destroy();
  }
}

/** What the computer says of a file or an archive is for people. */
async function asSentence<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = agentErrorOf(error);
    if (!known || known.reason === 'unavailable' || known.reason === 'unexpected') throw error;
    throw chatErrors.exportUnreadable({ reason: known.message }, { cause: error });
  }
}
