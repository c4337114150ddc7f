import { ExternalLink } from 'lucide-react';
import { memo, useMemo, useState, type ComponentProps } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Link, useLocation } from '@zo/web/router';
import { chatQuery, fileHref, rawHref } from '@zo/web/paths';
import { createBlockSplitter } from './blocks';
import { CodeBlock } from './code-block';
import { targetOf } from './links';
import './prose.css';

const PLUGINS = [remarkGfm];

function Anchor({ href = '', children }: ComponentProps<'a'>) {
  const { search } = useLocation();
  const target = targetOf(href);
  if (target.kind === 'web')
    return (
      <a href={target.href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  if (target.kind === 'app') return <Link to={target.to}>{children}</Link>;
  if (target.kind === 'file') return <Link to={`${fileHref(target.location)}${chatQuery(search)}`}>{children}</Link>;
  return <span>{children}</span>;
}

/**
 * Shows images of the computer. An image on another host becomes a link: loading it would leak that the answer was
 * read.
 */
function MarkdownImage({ src, alt }: ComponentProps<'img'>) {
  if (typeof src !== 'string' || !src) return null;
  const target = targetOf(src);
  if (target.kind === 'file')
    return <img src={rawHref(target.location)} alt={alt ?? ''} loading="lazy" className="my-2 max-h-96 rounded-lg" />;
  if (target.kind !== 'web') return null;
  return (
    <a
      href={target.href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex max-w-full items-center gap-2 rounded-md border border-line-1 bg-surface-2 px-2 py-1 text-sm no-underline!"
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

const components: Components = {
  a: Anchor,
  img: MarkdownImage,
  pre: ({ node, children }) => {
    const code = node?.children[0];
    if (code?.type !== 'element') return <pre>{children}</pre>;
    const names = code.properties['className'];
    const language =
      (Array.isArray(names) ? names : [])
        .map(String)
        .find((name) => name.startsWith('language-'))
        ?.slice(9) ?? '';
    const text = code.children
      .map((child) => (child.type === 'text' ? child.value : ''))
      .join('')
      .replace(/\n$/, '');
    return <CodeBlock code={text} language={language} />;
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

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={PLUGINS} components={components}>
      {text}
    </ReactMarkdown>
  );
});

/**
 * CH-10: the Markdown of an answer. Raw HTML never runs; finished blocks are not parsed again while the last one grows.
 */
export function Markdown({ text }: { text: string }) {
  const [splitBlocks] = useState(createBlockSplitter);
  const blocks = useMemo(() => splitBlocks(text), [splitBlocks, text]);
  return (
    <div className="chat-prose">
      {blocks.map((block, index) => (
        <Block key={index} text={block} />
      ))}
    </div>
  );
}
