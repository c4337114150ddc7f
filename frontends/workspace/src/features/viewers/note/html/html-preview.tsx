import { createElement, useState, type CSSProperties, type ReactNode } from 'react';
import { FailedImage } from '../images/failed-image';
import { WebImage } from '../images/web-image';
import { imageHref } from '../links/resolve-link';
import { addressTarget, useLinkOpener } from '../links/use-link-target';
import { useNoteLocation } from '../note-context';

/** An HTML block of a note as what it describes: elements of our own in place of those that were parsed. */
export const HtmlPreview = ({ html }: { html: HTMLElement }) => <div className="note-html">{contentOf(html)}</div>;

const contentOf = (parent: Element, isInLink = false): ReactNode[] =>
  Array.from(parent.childNodes, (node, key) => {
    if (node.nodeType === Node.ELEMENT_NODE)
      return <HtmlElement key={key} element={node as Element} isInLink={isInLink} />;
    // Comments are not shown, and rows of a table hold no text.
    return node.nodeType === Node.TEXT_NODE && !isOfTable(parent) ? node.nodeValue : null;
  });

const isOfTable = ({ localName }: Element) => /^(?:table|thead|tbody|tfoot|tr|colgroup)$/.test(localName);

const VOID: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'wbr']);
/** Elements whose look is given by others. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  big: 'span',
  center: 'div',
  font: 'span',
  nobr: 'span',
  picture: 'span',
  strike: 's',
  tt: 'code',
};

interface HtmlElementProps {
  readonly element: Element;
  readonly isInLink: boolean;
}

function HtmlElement({ element, isInLink }: HtmlElementProps): ReactNode {
  const { localName: name } = element;
  // The sources of a picture are other forms of its image.
  if (name === 'source') return null;
  if (name === 'img') return <HtmlImage element={element} isInLink={isInLink} />;
  if (name === 'a') return <HtmlLink element={element} />;
  if (VOID.has(name)) return createElement(name);
  return createElement(SHOWN_AS[name] ?? name, propsOf(element), contentOf(element, isInLink));
}

function propsOf(element: Element) {
  const align = element.localName === 'center' ? 'center' : element.getAttribute('align')?.toLowerCase();
  const isTable = element.localName === 'table';
  return {
    title: element.getAttribute('title') ?? undefined,
    open: element.hasAttribute('open') || undefined,
    start: countOf(element, 'start'),
    colSpan: countOf(element, 'colspan'),
    rowSpan: countOf(element, 'rowspan'),
    ...(isTable && align === 'center' && { style: { marginInline: 'auto' } }),
    ...(!isTable && /^(?:left|center|right|justify)$/.test(align ?? '') && { style: { textAlign: align } }),
  };
}

function countOf(element: Element, name: string): number | undefined {
  const written = element.getAttribute(name) ?? '';
  return /^\d{1,3}$/.test(written) ? Number(written) : undefined;
}

/** A plain click opens it: there is no cursor to place. */
function HtmlLink({ element }: { element: Element }) {
  const { href, open } = addressTarget(useLinkOpener(), element.getAttribute('href'));
  return (
    <a
      href={href}
      title={element.getAttribute('title') ?? undefined}
      onClick={(event) => {
        event.preventDefault();
        // Its image may have a button.
        if (!(event.target as Element).closest('button')) open?.();
      }}
    >
      {contentOf(element, true)}
    </a>
  );
}

function HtmlImage({ element, isInLink }: HtmlElementProps) {
  const location = useNoteLocation();
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const [url, alt] = [element.getAttribute('src') ?? '', element.getAttribute('alt') ?? ''];
  const source = imageHref(location, url);
  if (!source) return <WebImage url={url} caption={alt} isInText isInLink={isInLink} />;
  if (hasFailed) return <FailedImage address={url} onRetry={() => (setAttempt(attempt + 1), setHasFailed(false))} />;
  return (
    <img
      key={attempt}
      src={source}
      alt={alt}
      title={element.getAttribute('title') ?? undefined}
      loading="lazy"
      style={imageStyle(element)}
      onError={() => setHasFailed(true)}
    />
  );
}

function imageStyle(element: Element): CSSProperties {
  const [width, height] = [lengthOf(element, 'width'), lengthOf(element, 'height')];
  const align = element.getAttribute('align')?.toLowerCase();
  const isFloat = align === 'left' || align === 'right';
  return {
    width,
    // A frame that is narrower than the image keeps its proportions.
    ...(typeof width === 'number' && typeof height === 'number'
      ? { aspectRatio: `${width} / ${height}`, height: 'auto' }
      : { height }),
    ...(isFloat && { float: align, [align === 'left' ? 'marginRight' : 'marginLeft']: 16 }),
  };
}

/** In pixels, or a part of the frame. */
function lengthOf(element: Element, name: string): number | string | undefined {
  const [, number, unit] = /^(\d{1,4})(px|%)?;?$/.exec(element.getAttribute(name)?.trim() ?? '') ?? [];
  if (number === undefined) return undefined;
  if (unit !== '%') return Number(number);
  return name === 'width' && Number(number) <= 100 ? `${number}%` : undefined;
}
