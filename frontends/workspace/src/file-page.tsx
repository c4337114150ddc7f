import { useState } from 'react';
import { filesApi, store, toProblem, useAppSelector, useFolderQuery, useMeQuery, useOpenFileQuery, type OpenFile } from '@zo/web/store';
import { nameOf, parentOf, type FilePath } from '@zo/web/paths';
import { Button, EmptyState, SkeletonRows } from '@zo/web/ui';
import { useDocument, type OpenDocument } from './document/use-document';
import { ClashBar } from './features/code-editor/clash-bar';
import { SaveStatus } from './features/code-editor/save-status';
import { TextEditor } from './features/code-editor/text-editor';
import { FileHeader } from './features/file-header/file-header';
import { FileListing } from './features/file-listing/file-listing';
import { VIEWER } from './features/viewers/messages';
import { FileViewer, MissingFile, RenderedNote, RenderedTable, RenderedTranscript } from './features/viewers/viewer';

/** The place was listed, so it is a folder. */
export const isKnownFolder = (place: FilePath): boolean => place.path.length === 0 || filesApi.endpoints.folder.select(place)(store.getState()).data !== undefined;

/** True or false when the parent folder says so, undefined when nobody knows yet. */
function useIsDirectory(place: FilePath): boolean | undefined {
  return useAppSelector((state) => {
    if (place.path.length === 0 || filesApi.endpoints.folder.select(place)(state).data) return true;
    const parent = filesApi.endpoints.folder.select(parentOf(place))(state).data;
    const index = parent?.names.indexOf(place.path.at(-1)!) ?? -1;
    return index < 0 ? undefined : parent!.isDir[index];
  });
}

function FolderPage({ place }: { place: FilePath }) {
  return (
    <div className="flex h-full flex-col">
      <FileHeader place={place} isDirectory />
      <div className="min-h-0 flex-1"><FileListing place={place} /></div>
    </div>
  );
}

/** The ways a text is shown other than as it is stored. */
type Reading = 'note' | 'transcript' | 'table';

function readingOf(place: FilePath, file: OpenFile | undefined): Reading | undefined {
  if (file?.kind === 'markdown') return 'note';
  if (file?.kind === 'csv' || file?.kind === 'tsv') return 'table';
  return nameOf(place).endsWith('.transcript.jsonl') ? 'transcript' : undefined;
}

/** A text: a note as it reads or raw, everything else in the editor. */
function TextPage({ place, open, reading }: { place: FilePath; open: OpenDocument; reading: Reading | undefined }) {
  const { data: me } = useMeQuery();
  const { document, state } = open;
  // Nothing to read: whoever opens an empty note wants to write.
  const [raw, setRaw] = useState<boolean | undefined>(reading === 'note' && state.text === '' ? true : undefined);
  const showRaw = !reading || (raw ?? ((reading === 'note' && me?.settings.note_view === 'raw') || state.status === 'clash'));
  const views: Record<Reading, string> = { note: 'Note view', transcript: 'Transcript', table: 'Table' };
  const toggle = reading ? <Button variant="quiet" onClick={() => setRaw(!showRaw)}>{showRaw ? views[reading] : 'Raw editor'}</Button> : null;
  const rendered = reading === 'transcript' ? <RenderedTranscript text={state.text} /> : reading === 'table' ? <RenderedTable place={place} text={state.text} /> : <RenderedNote place={place} text={state.text} />;
  return (
    <div className="flex h-full flex-col">
      <FileHeader place={place} isDirectory={false} status={<SaveStatus state={state} />} extra={toggle} />
      <ClashBar place={place} document={document} state={state} />
      <div className="min-h-0 flex-1">
        {showRaw ? <TextEditor name={nameOf(place)} text={state.text} wrap={reading === 'note' || reading === 'transcript'} onChange={(text) => document.edit(text)} onSave={() => void document.save()} /> : rendered}
      </div>
    </div>
  );
}

/** What stands in the page: a folder as a listing, a file in its viewer or editor. Key it by the place. */
export function FilePage({ place }: { place: FilePath }) {
  const known = useIsDirectory(place);
  // A name without an ending is most likely a folder, and listing is by far the cheaper way to read a large one.
  const guess = known === undefined && !/\.[^.]+$/.test(nameOf(place));
  const { isError: noFolder } = useFolderQuery(place, { skip: !guess });
  const { currentData: file, error, refetch } = useOpenFileQuery(place, { skip: known === true || (guess && !noFolder) });
  const problem = error ? toProblem(error) : undefined;
  const open = useDocument({ place, file, problem, refetch: async () => (await refetch()).data });

  // The same answer says that a file is not there, and that it is there but not readable.
  const missing = problem?.status === 404 && problem.detail.startsWith('File not found');

  if (known || file?.isDir) return <FolderPage place={place} />;
  // A text that is gone from the disk stays as long as something in it is unsaved.
  if (open && file?.kind !== 'zopage' && (!problem || open.state.status !== 'saved')) return <TextPage place={place} open={open} reading={readingOf(place, file)} />;
  return (
    <div className="flex h-full flex-col">
      <FileHeader place={place} isDirectory={false} />
      <div className="min-h-0 flex-1">
        {missing ? <MissingFile place={place} detail={problem!.detail} /> : null}
        {problem && !missing ? <EmptyState tone="bad" title="This file cannot be shown" action={<Button onClick={() => void refetch()}>Try again</Button>}>{VIEWER.error(problem.detail)}</EmptyState> : null}
        {!problem && !file ? <SkeletonRows label="Loading" /> : null}
        {!problem && file && (typeof file.fileContent !== 'string' || file.kind === 'zopage') ? <FileViewer place={place} file={file} /> : null}
      </div>
    </div>
  );
}
