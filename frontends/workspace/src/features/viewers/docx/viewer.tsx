import { useEffect, useRef, type MouseEvent } from 'react';
import { nameOf } from '@zo/web/paths';
import { SkeletonRows } from '@zo/web/ui';
import { FindInText } from '../find/find-in-text';
import { PAPER_MARKS } from '../find/highlights';
import { sourceOf } from '../source';
import { Unreadable } from '../unreadable';
import { useLoaded } from '../use-loaded';
import type { ViewerProps } from '../viewer';
import { drawDocument } from './draw';

const MAX_BYTES = 32 * 1024 * 1024;
/** Pages keep their paper in dark mode, as PDF pages do. */
const STYLES = `
  .docx-wrapper { background: none !important; padding: 24px !important; }
  .docx-wrapper > section.docx { max-width: 100%; box-sizing: border-box; }
  img { max-width: 100%; }
  ${PAPER_MARKS}
  @media (max-width: 767px) {
    .docx-wrapper { padding: 0 !important; }
    .docx-wrapper > section.docx { width: 100% !important; padding: 24px 16px !important; box-shadow: none; }
    /* Pictures and tables have the width of the paper. */
    section.docx :is(img, div:has(> img)) { max-width: 100% !important; height: auto !important; }
    section.docx :is(table, col, td, th) { width: auto !important; }
    section.docx article { overflow-x: auto; }
  }
`;

/** FV-01 docx: the pages of a Word document. Styles of the document stay within a shadow root. */
export default function DocxViewer({ location, file, place }: ViewerProps) {
  const { result, problem, retry } = useLoaded(sourceOf(location, file), MAX_BYTES, drawDocument);
  if (problem) return <Unreadable location={location} noun="document" problem={problem} onRetry={retry} />;
  if (!result) return <SkeletonRows label="Loading" />;
  return (
    <FindInText name={nameOf(location)} place={place}>
      <Pages name={nameOf(location)} body={result} />
    </FindInText>
  );
}

function Pages({ name, body }: { name: string; body: Element }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    const own = document.createElement('style');
    own.textContent = STYLES;
    root.replaceChildren(body, own);
  }, [body]);
  // Places of the document are in its shadow root, where the browser does not look for them.
  const follow = (event: MouseEvent) => {
    const [target] = event.nativeEvent.composedPath();
    const address = (target as Element).closest('a')?.getAttribute('href');
    if (!address?.startsWith('#')) return;
    event.preventDefault();
    host.current!.shadowRoot!.getElementById(address.slice(1))?.scrollIntoView();
  };
  return (
    // Nothing of the document can be placed outside this box, not even with a fixed position.
    <section aria-label={name} tabIndex={0} className="h-full overflow-auto bg-surface-2 [contain:strict]">
      <div ref={host} onClick={follow} />
    </section>
  );
}
