/** What a run had before it when it wrote a file: files, pages, searches, pasted text. */
import { addressOf, type Location, parseAddress } from '@zo/proto/location';
import { z } from 'zod';
import { displayPath } from '../../../tools/files/paths.js';
import type { MakingRun, SourceCall } from './provenance.repository.js';

export const fileSource = z
  .strictObject({
    kind: z.enum(['file', 'web', 'search', 'paste']),
    /** The path, host, words of the search or title. */
    name: z.string(),
    /** Of a file. */
    file_path: z.string().optional(),
  })
  .meta({ id: 'FileSource' });
export type FileSource = z.infer<typeof fileSource>;

export const fileProvenance = z.strictObject({
  made: z
    .strictObject({
      chat: z.strictObject({ id: z.string(), title: z.string().nullable() }),
      run_id: z.string(),
      at: z.iso.datetime(),
      /** Somebody else had written it before. */
      was_there: z.boolean(),
      /** Somebody else has written it since. */
      changed_since: z.boolean(),
      sources: z.array(fileSource),
      /** Sources beyond these. */
      more: z.int().min(0),
    })
    .meta({ id: 'FileMade' })
    .nullable(),
});

const MAX_SOURCES = 50;
const MAX_NAME = 200;

/** In the order in which the run had them, each once. */
export function sourcesOf(run: MakingRun, file: Location): { sources: FileSource[]; more: number } {
  const all = [
    ...run.files.map(({ path }) => ofFile(parseAddress(path))),
    ...run.pasted.map(({ title }) => named('paste', title)),
    ...run.calls.flatMap(ofCall),
  ];
  const self = addressOf(file);
  const others = all.filter(({ name, file_path }) => name !== '' && file_path !== self);
  const distinct = [...new Map(others.map((source) => [`${source.kind} ${source.name}`, source])).values()];
  return { sources: distinct.slice(0, MAX_SOURCES), more: Math.max(0, distinct.length - MAX_SOURCES) };
}

function ofCall({ tool, args, paths, hosts }: SourceCall): FileSource[] {
  const read = paths.filter(({ kind }) => kind === 'read').map(({ root, path }) => ofFile({ root, path }));
  const reached = hosts.filter(({ bytesIn }) => bytesIn > 0).map(({ host }) => named('web', host));
  const { url, query } = (args ?? {}) as { url?: unknown; query?: unknown };
  return [
    ...read,
    ...reached,
    ...(typeof url === 'string' ? [named('web', hostOf(url))] : []),
    ...(tool === 'web_search' && typeof query === 'string' ? [named('search', query)] : []),
  ];
}

const named = (kind: FileSource['kind'], name: string): FileSource => ({
  kind,
  name: name.slice(0, MAX_NAME).toWellFormed(),
});
const ofFile = (at: Location): FileSource => ({ ...named('file', displayPath(at)), file_path: addressOf(at) });

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}
