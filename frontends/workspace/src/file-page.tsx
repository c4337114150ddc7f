import { memo, useMemo, useRef, useState } from 'react';
import { useLocation } from '@zo/web/router';
import { toProblem, useFolderQuery, useMeQuery, useOpenFileQuery, type OpenFile } from '@zo/web/store';
import { isOnComputer, nameOf, parsePlace, type Location, type Place } from '@zo/web/paths';
import { Button, EmptyState, loadable, SkeletonRows } from '@zo/web/ui';
import { useDocument, type OpenDocument } from './document/use-document';
import { ConflictBar } from './features/code-editor/conflict-bar';
import { SaveStatus } from './features/code-editor/save-status';
import { TextEditor } from './features/code-editor/text-editor';
import { FileHeader } from './features/file-header/file-header';
import { FileListing, LoadingRows } from './features/file-listing/file-listing';
import { AskSelection } from './features/viewers/ask-selection';
import { VIEWER } from './features/viewers/messages';
import { viewerFor } from './features/viewers/registry';
import type { Viewer } from './features/viewers/viewer';
import { ViewerFrame } from './features/viewers/viewer-frame';
import { useIsFolder } from './navigation/is-folder';
import { useIsReadOnly } from './navigation/read-only';
import { usePinTab } from './panes/pane-context';

const MissingFile = loadable(() => import('./features/viewers/missing-file').then((module) => module.MissingFile));
// Only recordings have it.
const TranscribeButton = loadable(() =>
  import('./features/transcription/transcribe-button').then((module) => module.TranscribeButton),
);

function FolderPage({ location }: { location: Location }) {
  return (
    <div className="flex h-full flex-col">
      <FileHeader location={location} isDirectory />
      <div className="min-h-0 flex-1">
        <FileListing location={location} />
      </div>
    </div>
  );
}

/** Longer notes open in the raw editor, which shows text of any length at once. */
const MAX_RICH_LENGTH = 6_000_000;

/** Whether a text is shown in the editor instead of its viewer, and the button that switches. */
function useRaw(state: OpenDocument['state'] | undefined, viewer: Viewer | undefined) {
  const { data: me } = useMeQuery();
  const [chosen, setChosen] = useState<boolean>();
  const isLarge = useRef<boolean>(undefined);
  if (state) isLarge.current ??= state.text.length > MAX_RICH_LENGTH;
  const isPreferred = viewer?.id === 'note' && (isLarge.current || me?.settings.note_view === 'raw');
  const raw = !viewer || (chosen ?? (isPreferred || state?.status === 'conflict'));
  const label = state && viewer && (raw ? viewer.label : 'Raw editor');
  const toggle = useMemo(
    () =>
      label ? (
        <Button variant="quiet" onClick={() => setChosen(!raw)}>
          {label}
        </Button>
      ) : null,
    [label, raw],
  );
  return { raw, toggle };
}

interface TextBodyProps {
  location: Location;
  file: OpenFile;
  open: OpenDocument;
  viewer: Viewer | undefined;
  raw: boolean;
  place: Place | undefined;
}

/** A text file, in its viewer or in the editor. */
function TextBody({ location, file, open: { document, state }, viewer, raw, place }: TextBodyProps) {
  const pinTab = usePinTab();
  const readOnly = useIsReadOnly(location);
  const edit = (text: string) => {
    document.edit(text);
    pinTab();
  };
  const onChange = readOnly ? undefined : edit;
  return (
    <>
      <ConflictBar location={location} document={document} state={state} />
      <div className="min-h-0 flex-1">
        <AskSelection location={location} text={state.text}>
          {raw || !viewer ? (
            <TextEditor
              key={String(readOnly)}
              name={nameOf(location)}
              text={state.text}
              wrap={viewer?.wraps ?? false}
              onChange={onChange}
              onSave={() => void document.save()}
              place={place}
            />
          ) : (
            <ViewerFrame
              viewer={viewer}
              location={location}
              file={file}
              text={state.text}
              onChange={onChange}
              onSave={() => void document.save()}
              place={place}
            />
          )}
        </AskSelection>
      </div>
    </>
  );
}

/** The header is not drawn again for every change of the text. */
const Header = memo(FileHeader);

/** The save status, the same element while nothing of it has changed. */
function useStatus(state: OpenDocument['state'] | undefined) {
  const { status, draft, problem } = state ?? {};
  return useMemo(() => state && <SaveStatus state={state} />, [status, draft, problem]);
}

/** The page of a path: a folder as a listing, a file in its viewer or editor. The caller must key it by the path. */
export function FilePage({ location }: { location: Location }) {
  const known = useIsFolder(location);
  // A name without an extension is most likely a folder, and listing is by far the cheaper way to read a large one.
  const guess = known === undefined && !/\.[^.]+$/.test(nameOf(location));
  const { isError: noFolder } = useFolderQuery(location, { skip: !guess });
  const {
    currentData: file,
    error,
    refetch,
  } = useOpenFileQuery(location, { skip: known === true || (guess && !noFolder) });
  const problem = error ? toProblem(error) : undefined;
  const open = useDocument({ location, file, problem, refetch: async () => (await refetch()).data });
  // A deleted text stays open as long as it has unsaved edits.
  const viewer = file && viewerFor(location, file, { isOpen: open !== undefined });
  const isText = viewer === undefined || viewer.edit === 'text';
  const text = open && file && isText && (!problem || open.state.status !== 'saved') ? open : undefined;
  const { raw, toggle } = useRaw(text?.state, viewer);
  const status = useStatus(text?.state);
  const isMedia = viewer?.id === 'audio' || viewer?.id === 'video';
  const recording = isMedia && isOnComputer(location) ? viewer.id : undefined;
  const transcribing = useMemo(
    () => recording && file && <TranscribeButton location={location} kind={recording} file={file} />,
    [recording, location, file],
  );
  const { hash, key } = useLocation();
  // A new object for each visit of an address, so that the same place is shown again.
  const place = useMemo(() => parsePlace(hash), [hash, key]);

  // A missing file and an unreadable one have the same status; only the sentence differs.
  const missing = problem?.status === 404 && problem.detail.startsWith('File not found');

  if (known || file?.isDir) return <FolderPage location={location} />;
  // Keep one header mounted from the start: popovers opened from it stay open when the file arrives.
  return (
    <div className="flex h-full flex-col">
      <Header location={location} isDirectory={false} status={status} extra={transcribing ?? toggle} />
      {text ? (
        <TextBody location={location} file={file!} open={text} viewer={viewer} raw={raw} place={place} />
      ) : (
        <div className="min-h-0 flex-1">
          {missing ? <MissingFile location={location} detail={problem!.detail} /> : null}
          {problem && !missing ? (
            <EmptyState
              tone="bad"
              title="This file cannot be shown"
              action={<Button onClick={() => void refetch()}>Try again</Button>}
            >
              {VIEWER.error(problem.detail)}
            </EmptyState>
          ) : null}
          {!problem && !file ? guess && !noFolder ? <LoadingRows /> : <SkeletonRows label="Loading" /> : null}
          {!problem && file && viewer && !isText ? (
            <AskSelection location={location}>
              <ViewerFrame viewer={viewer} location={location} file={file} place={place} />
            </AskSelection>
          ) : null}
        </div>
      )}
    </div>
  );
}
