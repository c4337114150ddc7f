import { useState } from 'react';
import { filesApi, store, toProblem, useAppSelector, useFolderQuery, useMeQuery, useOpenFileQuery } from '@zo/web/store';
import { nameOf, parentOf, type FilePath } from '@zo/web/paths';
import { Button, EmptyState, SkeletonRows } from '@zo/web/ui';
import { useDocument, type OpenDocument } from './document/use-document';
import { ClashBar } from './features/code-editor/clash-bar';
import { SaveStatus } from './features/code-editor/save-status';
import { TextEditor } from './features/code-editor/text-editor';
import { FileHeader } from './features/file-header/file-header';
import { FileListing } from './features/file-listing/file-listing';
import { FileViewer, MissingFile, RenderedNote } from './features/viewers/viewer';

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

/** A text: a note as it reads or raw, everything else in the editor. */
function TextPage({ place, open, markdown }: { place: FilePath; open: OpenDocument; markdown: boolean }) {
  const { data: me } = useMeQuery();
  const [raw, setRaw] = useState<boolean>();
  const { document, state } = open;
  const showRaw = !markdown || (raw ?? (me?.settings.note_view === 'raw' || state.status === 'clash'));
  const toggle = markdown ? <Button variant="quiet" onClick={() => setRaw(!showRaw)}>{showRaw ? 'Note view' : 'Raw editor'}</Button> : null;
  return (
    <div className="flex h-full flex-col">
      <FileHeader place={place} isDirectory={false} status={<SaveStatus state={state} />} extra={toggle} />
      <ClashBar place={place} document={document} state={state} />
      <div className="min-h-0 flex-1">
        {showRaw ? <TextEditor name={nameOf(place)} text={state.text} wrap={markdown} onChange={(text) => document.edit(text)} onSave={() => void document.save()} /> : <RenderedNote place={place} text={state.text} />}
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

  if (known || file?.isDir) return <FolderPage place={place} />;
  // A text that is gone from the disk stays as long as something in it is unsaved.
  if (open && (!problem || open.state.status !== 'saved')) return <TextPage place={place} open={open} markdown={file?.kind === 'markdown'} />;
  return (
    <div className="flex h-full flex-col">
      <FileHeader place={place} isDirectory={false} />
      <div className="min-h-0 flex-1">
        {problem?.status === 404 ? <MissingFile place={place} detail={problem.detail} /> : null}
        {problem && problem.status !== 404 ? <EmptyState tone="bad" title="This file cannot be shown" action={<Button onClick={() => void refetch()}>Try again</Button>}>{problem.detail}</EmptyState> : null}
        {!problem && !file ? <SkeletonRows label="Loading" /> : null}
        {!problem && file && typeof file.fileContent !== 'string' ? <FileViewer place={place} file={file} /> : null}
      </div>
    </div>
  );
}
