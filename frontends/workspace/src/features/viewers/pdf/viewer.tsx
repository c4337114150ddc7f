import '../../../pdf/assets';
import 'react-pdf/dist/Page/TextLayer.css';
import 'react-pdf/dist/Page/AnnotationLayer.css';
import './pdf.css';
import { Lock } from 'lucide-react';
import type { PDFWorker } from 'pdfjs-dist';
import { useCallback, useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import { Document, PasswordResponses } from 'react-pdf';
import { nameOf, type Location, type Place } from '@zo/web/paths';
import { Button, EmptyState, Field, SkeletonRows } from '@zo/web/ui';
import { sourceOf } from '../source';
import { Unreadable } from '../unreadable';
import type { Problem } from '../use-loaded';
import type { ViewerProps } from '../viewer';
import { PDF_OPTIONS } from '../../../pdf/assets';
import type { Dest } from './dest';
import { PdfDocument } from './pdf-document';
import { PDF } from './messages';
import { takeWorker } from './worker';
import { RangeSource, SourceError, type SourceProblem } from '../../../pdf/range-source';

interface PasswordQuestion {
  wrong: boolean;
  answer: (password: string) => void;
}

function PasswordForm({ question: { wrong, answer } }: { question: PasswordQuestion }) {
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password) answer(password);
  };
  return (
    <div className="absolute inset-0 z-20 bg-surface-1">
      <EmptyState icon={<Lock />} title={PDF.password}>
        <form onSubmit={submit} className="mt-1 flex w-72 max-w-full flex-col items-start gap-3">
          <Field
            label="Password"
            type="password"
            autoComplete="off"
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={wrong ? PDF.wrongPassword : undefined}
            className="w-full"
          />
          <Button type="submit" variant="primary" disabled={!password}>
            Open
          </Button>
        </form>
      </EmptyState>
    </div>
  );
}

interface OpenedProps {
  url: string;
  location: Location;
  place: Place | undefined;
  /** Reopens the file: it changed, or the user retries. */
  onAgain: () => void;
}

function OpenedPdf({ url, location, place, onAgain }: OpenedProps) {
  const [opened, setOpened] = useState<{ range: RangeSource; worker: PDFWorker }>();
  const [problem, setProblem] = useState<Problem>();
  const [question, setQuestion] = useState<PasswordQuestion>();

  // react-pdf keeps the first handler it gets, so the handler is read from a ref.
  const follow = useRef<(dest: Dest) => void>(undefined);

  const fail = useCallback(
    (reason: SourceProblem) => (reason === 'changed' ? onAgain() : setProblem(reason)),
    [onAgain],
  );
  useEffect(() => {
    const stop = new AbortController();
    const worker = takeWorker();
    RangeSource.open(url, stop).then(
      (range) => {
        if (stop.signal.aborted) return;
        range.onProblem = fail;
        setOpened({ range, worker });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) fail(error instanceof SourceError ? error.problem : 'unreachable');
      },
    );
    return () => {
      stop.abort();
      worker.destroy();
    };
  }, [url, fail]);

  const file = useMemo(() => (opened ? { range: opened.range } : null), [opened]);
  const options = useMemo(() => ({ ...PDF_OPTIONS, worker: opened?.worker }), [opened]);
  const loading = <SkeletonRows label="Loading" />;
  if (problem) return <Unreadable location={location} noun="PDF" problem={problem} onRetry={onAgain} />;
  if (!file) return loading;
  return (
    <div className="relative h-full">
      {question ? <PasswordForm key={String(question.wrong)} question={question} /> : null}
      <Document
        file={file}
        options={options}
        suspense={false}
        loading={loading}
        error={null}
        noData={null}
        externalLinkTarget="_blank"
        externalLinkRel="noopener noreferrer"
        className="h-full"
        onItemClick={({ dest, pageIndex }) => follow.current?.(dest ?? [pageIndex])}
        onPassword={(answer, reason) => setQuestion({ answer, wrong: reason === PasswordResponses.INCORRECT_PASSWORD })}
        onLoadSuccess={() => setQuestion(undefined)}
        onLoadError={() => setProblem('damaged')}
      >
        {({ pdf }) => <PdfDocument pdf={pdf} location={location} place={place} follow={follow} />}
      </Document>
    </div>
  );
}

/** FV-01 pdf: loads and renders only the pages near the view. */
export default function PdfViewer({ location, file, place }: ViewerProps) {
  const [attempt, setAttempt] = useState(0);
  const onAgain = useCallback(() => setAttempt((now) => now + 1), []);
  const url = sourceOf(location, file);
  return (
    <section aria-label={nameOf(location)} className="h-full bg-surface-2">
      <OpenedPdf key={`${attempt} ${url}`} url={url} location={location} place={place} onAgain={onAgain} />
    </section>
  );
}
