import { ExternalLink } from 'lucide-react';
import { useContext, type ComponentProps } from 'react';
import type { Components } from 'react-markdown';
import { chatQuery, fileHref, locationOf, rawHref, targetOf } from '@zo/web/paths';
import { Link, useLocation } from '@zo/web/router';
import { cn } from '@zo/web/ui/cn';
import { FileChip } from '../tools/file-chip';
import { SharedContext } from './answer-context';
import { Citation } from './citation';
import { ClaimMark } from './claim-mark';
import { CodeBlock } from './code-block';
import { DiagramBlock } from './diagram-block';
import { Formula } from './formula';
import { CITATION_CLASS, TEX_CLASS } from './inline-syntax';
import { CLAIM_CLASS } from './mark-claims';
import { ToolMention } from './tool-mention';

function Anchor({ href = '', children }: ComponentProps<'a'>) {
  const { search } = useLocation();
  const isShared = useContext(SharedContext);
  const target = targetOf(href);
  if (target.kind === 'web')
    return (
      <a href={target.href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  if (isShared) return <span>{children}</span>;
  if (target.kind === 'app') return <Link to={target.to}>{children}</Link>;
  if (target.kind === 'file') return <Link to={`${fileHref(target.location)}${chatQuery(search)}`}>{children}</Link>;
  return <span>{children}</span>;
}

/**
 * Shows images of the computer. An image on another host becomes a link: loading it would leak that the answer was
 * read.
 */
function MarkdownImage({ src, alt }: ComponentProps<'img'>) {
  const isShared = useContext(SharedContext);
  if (typeof src !== 'string' || !src) return null;
  const target = targetOf(src);
  if (target.kind === 'file' && isShared) return <span className="text-text-2">{alt}</span>;
  if (target.kind === 'file')
    return <img src={rawHref(target.location)} alt={alt ?? ''} loading="lazy" className="my-2 max-h-96 rounded-lg" />;
  if (target.kind !== 'web') return null;
  return (
    <a
      href={target.href}
      target="_blank"
      rel="noopener noreferrer"
      className={cn(
        'inline-flex max-w-full items-center gap-2 rounded-md border',
        'border-line-1 bg-surface-2 px-2 py-1 text-sm no-underline!',
      )}
    >
      <ExternalLink className="size-3.5 text-text-2" aria-hidden />
      <span className="truncate">
        {alt ? `${alt}, image on ${hostOf(target.href)}` : `Image on ${hostOf(target.href)}`}
      </span>
    </a>
  );
}

function hostOf(href: string): string {
  try {
    return new URL(href).host;
  } catch {
    return href;
  }
}

/** Code with its language; a diagram once its source is complete. */
export function Code({ code, language, isClosed }: { code: string; language: string; isClosed: boolean }) {
  if (isClosed && language.toLowerCase() === 'mermaid') return <DiagramBlock source={code} />;
  return <CodeBlock code={code} language={language} />;
}

/** A code span: a formula, a mention of a file or a tool, or code. */
function InlineCode({ className, children }: ComponentProps<'code'>) {
  const isShared = useContext(SharedContext);
  const text = typeof children === 'string' ? children : '';
  if (className === TEX_CLASS) return <Formula raw={text} />;
  const [, kind, value] = /^(tool|file|zoroutine) (.{1,1000})$/.exec(text) ?? [];
  if (isShared) return <code>{value ?? children}</code>;
  if (kind === 'tool' && /^[\w-]+$/.test(value!)) return <ToolMention slug={value!} />;
  // A routine is named by its id and its path.
  const path = kind === 'file' ? value : kind === 'zoroutine' ? value!.replace(/^\S+ /, '') : undefined;
  const location = path === undefined ? undefined : locationOf(path.replace(/^"(.*)"$/, '$1'));
  if (location && location.path.length > 0)
    return (
      <span className="inline-flex max-w-full align-bottom">
        <FileChip location={location} />
      </span>
    );
  return <code>{children}</code>;
}

type PreNode = Parameters<Extract<Components['pre'], (...args: never[]) => unknown>>[0]['node'];

/** The code of a block within a list or a quote. Whether it is closed is unknown there, so it is never drawn. */
function readPre(node: PreNode): { code: string; language: string } | undefined {
  const code = node?.children[0];
  if (code?.type !== 'element') return undefined;
  const names = code.properties['className'];
  const language = (Array.isArray(names) ? names : []).map(String).find((name) => name.startsWith('language-'));
  const text = code.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
  return { code: text.replace(/\n$/, ''), language: language?.slice(9) ?? '' };
}

export const ELEMENTS: Components = {
  a: Anchor,
  img: MarkdownImage,
  code: InlineCode,
  pre: ({ node, children }) => {
    const read = readPre(node);
    return read ? <CodeBlock {...read} /> : <pre>{children}</pre>;
  },
  sup: ({ className, children }) => {
    if (className === CITATION_CLASS) return <Citation raw={String(children)} />;
    return className === CLAIM_CLASS ? <ClaimMark raw={String(children)} /> : <sup>{children}</sup>;
  },
  table: ({ children }) => (
    <div className="my-3 overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
  input: ({ checked, type }) => (
    <input type={type} checked={checked} readOnly disabled aria-label={checked ? 'Done' : 'Open'} />
  ),
};
