import { useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation } from '@zo/web/router';
import { toProblem, useMeQuery, type OpenFile, type Problem } from '@zo/web/store';
import { isOnComputer, nameOf, parsePlace, type Location, type Place } from '@zo/web/paths';
import { Button, EmptyState, loadable, SkeletonRows } from '@zo/web/ui';
import type { TextChange } from './document/late-text';
import { documents, useDocument, type OpenDocument } from './document/use-document';
import { ConflictBar } from './features/code-editor/conflict-bar';
import { SaveStatus } from './features/code-editor/save-status';
import { loadEditor, TextEditor } from './features/code-editor/text-editor';
import { AskSelection } from './features/viewers/ask-selection';
import { VIEWER } from './features/viewers/messages';
import { viewerByName, viewerFor } from './features/viewers/choose-viewer';
import type { Viewer } from './features/viewers/viewer';
import { ViewerFrame } from './features/viewers/viewer-frame';
import { isSavedChat } from './operations/import-chats';
import { ImportChats } from './operations/import-chats-button';
import { useIsReadOnly } from './navigation/read-only';
import { usePinTab } from './panes/pane-context';

// What looks after unsaved edits comes with what makes them.
import './features/unsaved/unsaved-edits';

const MissingFile = loadable(() => import('./features/viewers/missing-file').then((module) => module.MissingFile));
// Only recordings have it.
const TranscribeButton = loadable(() =>
  import('./features/transcription/transcribe-button').then((module) => module.TranscribeButton),
);

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
  // The same functions at every key: the editor does not render what depends on them again.
  const edit = useCallback(
    (change: TextChange) => {
      if (document.getState().status !== 'dirty') pinTab();
      // Another view of the text gets each change before the next one is made.
      const isNeeded = typeof change === 'function' && documents.isShared(document);
      document.edit(isNeeded ? change() : change);
    },
    [document, pinTab],
  );
  const save = useCallback(() => void document.save(), [document]);
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
              onSave={save}
              place={place}
            />
          ) : (
            <ViewerFrame
              viewer={viewer}
              location={location}
              file={file}
              text={state.text}
              onChange={onChange}
              onSave={save}
              place={place}
            />
          )}
        </AskSelection>
      </div>
    </>
  );
}

/** The save status, the same element while nothing of it has changed. */
function useStatus(state: OpenDocument['state'] | undefined) {
  const { status, draft, problem } = state ?? {};
  return useMemo(() => state && <SaveStatus state={state} />, [status, draft, problem]);
}

/** What the header shows of an opened file. */
export interface HeaderParts {
  status?: ReactNode;
  extra?: ReactNode;
}

interface OpenedFileProps {
  location: Location;
  /** The file as it is read, undefined until it is. */
  file: OpenFile | undefined;
  error: Parameters<typeof toProblem>[0];
  refetch: () => PromiseLike<{ data?: OpenFile }>;
  onHeader: (parts: HeaderParts) => void;
}

/** Loads the code that the file will probably need while its content is on the way. */
export function preload(location: Location): void {
  const viewer = viewerByName(location);
  // A failure is shown once the code is needed.
  (viewer ? viewer.load() : loadEditor()).catch(() => undefined);
}

/** Why the file is not shown. What was read stays while the server or the computer is away: it is read again then. */
function problemOf(file: OpenFile | undefined, error: OpenedFileProps['error']): Problem | undefined {
  const problem = error ? toProblem(error) : undefined;
  const isAway = problem?.status === 0 || problem?.status === 503;
  return file && isAway ? undefined : problem;
}

/** A file in its viewer or editor, below the header of the page, which stays mounted from the start. */
export function OpenedFile({ location, file, error, refetch, onHeader }: OpenedFileProps) {
  const isLoading = !file && !error;
  useLayoutEffect(() => {
    if (isLoading) preload(location);
  }, [isLoading, location]);
  const problem = problemOf(file, error);
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
  const isChat = isOnComputer(location) && isSavedChat(nameOf(location), file?.fileContent);
  const extra = useMemo(
    () =>
      transcribing ??
      (isChat ? (
        <>
          <ImportChats location={location} />
          {toggle}
        </>
      ) : (
        toggle
      )),
    [transcribing, isChat, location, toggle],
  );
  useLayoutEffect(() => onHeader({ status, extra }), [onHeader, status, extra]);
  const { hash, key } = useLocation();
  // A new object for each visit of an address, so that the same place is shown again.
  const place = useMemo(() => parsePlace(hash), [hash, key]);

  // A missing file and an unreadable one have the same status; only the sentence differs.
  const missing = problem?.status === 404 && problem.detail.startsWith('File not found');
  if (text) return <TextBody location={location} file={file!} open={text} viewer={viewer} raw={raw} place={place} />;
  return (
    <div className="min-h-0 flex-1">
      {missing ? <MissingFile location={location} detail={problem!.detail} /> : null}
      {problem && !missing ? (
        <EmptyState
          tone="bad"
          title={problem.status === 0 ? `${nameOf(location)} cannot be loaded` : 'This file cannot be shown'}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {VIEWER.error(problem.detail)}
        </EmptyState>
      ) : null}
      {!problem && !file ? <SkeletonRows label="Loading" /> : null}
      {!problem && file && viewer && !isText ? (
        <AskSelection location={location}>
          <ViewerFrame viewer={viewer} location={location} file={file} place={place} />
        </AskSelection>
      ) : null}
    </div>
  );
}
