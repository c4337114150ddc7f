import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OpenFile, Problem } from '@zo/web/store';
import { pathKey, type Location } from '@zo/web/paths';
import { Documents } from './documents';
import { documentsLoaded } from './loaded-documents';
import { serverDisk, stateOf, textOf } from './server-disk';
import type { DocumentState } from './document-state';
import type { TextDocument } from './text-document';

const RECHECK_MS = 400;

/** The documents of this tab. */
export const documents = new Documents(serverDisk);
documentsLoaded(documents);

export interface OpenDocument {
  document: TextDocument;
  state: DocumentState;
}

interface DocumentSource {
  location: Location;
  file: OpenFile | undefined;
  problem: Problem | undefined;
  refetch: () => Promise<OpenFile | undefined>;
}

/** The document of an open text file, updated on every read of the file. Undefined while there is no text. */
export function useDocument({ location, file, problem, refetch }: DocumentSource): OpenDocument | undefined {
  const text = textOf(file);
  const [document, setDocument] = useState<TextDocument>();

  useEffect(() => {
    if (!file || file.isDir || document) return;
    let isCurrent = true;
    void documents.open(location, stateOf(file)).then((opened) => {
      if (isCurrent) setDocument(opened);
      else if (opened) documents.close(opened);
    });
    return () => void (isCurrent = false);
  }, [file, document, location]);
  useEffect(() => () => document && documents.close(document), [document]);

  useEffect(() => {
    if (problem || !document || !text || document.seen(text, false) !== 'unsure') return;
    // Either the echo of an older save of this tab, or a restored old version: a second read decides.
    const timer = setTimeout(async () => {
      const again = textOf(await refetch());
      if (again) document.seen(again, document.idle);
    }, RECHECK_MS);
    return () => clearTimeout(timer);
  }, [document, file, problem]);

  useEffect(() => {
    if (document && problem?.status === 404) document.seen({ content: '', hash: null, mtimeMs: 0 }, true);
  }, [document, problem]);

  const state = useSyncExternalStore(document?.subscribe ?? never, document ? document.getState : nothing);
  return document && state && pathKey(document.location) === pathKey(location) ? { document, state } : undefined;
}

const never = () => () => undefined;
const nothing = () => undefined;
