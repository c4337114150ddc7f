import { useEffect, useState, useSyncExternalStore } from 'react';
import { store, toProblem, type OpenFile, type Problem } from '@zo/web/store';
import { pathKey, type FilePath } from '@zo/web/paths';
import { fileMutations } from '../api/mutations';
import { TextDocument, type DocumentState } from './text-document';

const RECHECK_MS = 400;

const writerFor = (place: FilePath) => async (content: string, base: string | null) => {
  try {
    return await store
      .dispatch(
        fileMutations.endpoints.writeFile.initiate({
          ...place,
          content,
          base: base === null ? { absent: true } : { hash: base },
        }),
      )
      .unwrap();
  } catch (error) {
    throw toProblem(error);
  }
};

const diskOf = (file: OpenFile) => ({ content: file.fileContent ?? '', hash: file.hash ?? '', mtimeMs: file.mtimeMs });

export interface OpenDocument {
  document: TextDocument;
  state: DocumentState;
}

/** The document of an open text file, kept in step with the file as it is read again. Undefined while there is no text. */
export function useDocument({
  place,
  file,
  problem,
  refetch,
}: {
  place: FilePath;
  file: OpenFile | undefined;
  problem: Problem | undefined;
  refetch: () => Promise<OpenFile | undefined>;
}): OpenDocument | undefined {
  const textual = file !== undefined && typeof file.fileContent === 'string';
  const [document, setDocument] = useState<TextDocument>();

  useEffect(() => {
    if (textual && file && !document) setDocument(new TextDocument(pathKey(place), diskOf(file), writerFor(place)));
  }, [textual, file, document, place]);
  useEffect(() => () => document?.close(), [document]);

  useEffect(() => {
    if (!document || !file || !textual) return;
    if (document.seen(diskOf(file), false) !== 'unsure') return;
    // Perhaps the echo of an older save of ours, perhaps somebody put the old text back: a second look tells.
    const timer = setTimeout(async () => {
      const again = await refetch();
      if (again) document.seen(diskOf(again), document.idle);
    }, RECHECK_MS);
    return () => clearTimeout(timer);
  }, [document, file, textual, refetch]);

  useEffect(() => {
    if (document && problem?.status === 404) document.seen({ content: '', hash: null, mtimeMs: 0 }, true);
  }, [document, problem]);

  const state = useSyncExternalStore(document?.subscribe ?? never, document ? document.getState : nothing);
  useEffect(() => {
    if (!document) return;
    const leave = (event: BeforeUnloadEvent) => {
      if (document.state.status !== 'saved') document.close();
      if (document.state.status === 'clash' || document.state.status === 'deleted') event.preventDefault();
    };
    window.addEventListener('beforeunload', leave);
    return () => window.removeEventListener('beforeunload', leave);
  }, [document]);
  return document && state ? { document, state } : undefined;
}

const never = () => () => undefined;
const nothing = () => undefined;
