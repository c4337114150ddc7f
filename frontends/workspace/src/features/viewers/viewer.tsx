import { CircleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { FileKind, OpenFile } from '@zo/web/store';
import { Link } from '@zo/web/router';
import { fileHref, nameOf, type FilePath } from '@zo/web/paths';
import { Button, EmptyState, SkeletonRows } from '@zo/web/ui';
import { FileInfo } from './file-info';
import { AudioViewer, ImageViewer, VideoViewer } from './media';
import { VIEWER } from './messages';

const MarkdownView = lazy(() => import('./markdown-view'));
const TableView = lazy(() => import('./table-view'));
const TranscriptView = lazy(() => import('./transcript-view'));

/** FV-02: the file is not there. */
export function MissingFile({ place, detail }: { place: FilePath; detail: string }) {
  const top: FilePath = { root: place.root, path: [] };
  return (
    <EmptyState
      tone="bad"
      icon={<CircleAlert />}
      title={detail}
      action={
        <Button asChild>
          <Link to={fileHref(top)}>Open {nameOf(top)}</Link>
        </Button>
      }
    >
      {nameOf(place)} may have been moved, renamed or deleted.
    </EmptyState>
  );
}

/** FV-01: a note as it reads. */
export function RenderedNote({ place, text }: { place: FilePath; text: string }) {
  return (
    <Suspense fallback={<SkeletonRows label="Loading" />}>
      <MarkdownView place={place} text={text} />
    </Suspense>
  );
}

/** FV-01: who said what, when. */
export function RenderedTranscript({ text }: { text: string }) {
  return (
    <Suspense fallback={<SkeletonRows label="Loading" />}>
      <TranscriptView text={text} />
    </Suspense>
  );
}

/** FV-01: a table of a CSV or TSV. */
export function RenderedTable({ place, text }: { place: FilePath; text: string }) {
  return (
    <Suspense fallback={<SkeletonRows label="Loading" />}>
      <TableView name={nameOf(place)} text={text} />
    </Suspense>
  );
}

const WITHOUT_PREVIEW: Partial<Record<FileKind, string>> = {
  binary: VIEWER.binary,
  excel: VIEWER.noTable,
  zopage: VIEWER.zopage,
};

/** FV-01, FV-02: a file that is not text. */
export function FileViewer({ place, file }: { place: FilePath; file: OpenFile }) {
  switch (file.kind) {
    case 'image':
      return <ImageViewer key={file.mtimeMs} place={place} file={file} />;
    case 'audio':
      return <AudioViewer key={file.mtimeMs} place={place} file={file} />;
    case 'video':
      return <VideoViewer key={file.mtimeMs} place={place} file={file} />;
  }
  const tooLarge =
    file.fileContent === null &&
    ['markdown', 'textual', 'json', 'csv', 'tsv', 'html', 'sheet', 'routine'].includes(file.kind);
  return (
    <FileInfo
      place={place}
      file={file}
      message={tooLarge ? VIEWER.noContent : (WITHOUT_PREVIEW[file.kind] ?? VIEWER.unknown)}
    />
  );
}
