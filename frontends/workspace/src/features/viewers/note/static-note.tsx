import GithubSlugger from 'github-slugger';
import { Check, ExternalLink } from 'lucide-react';
import { useMemo, type ComponentProps } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Link } from '@zo/web/router';
import { fileHref, rawHref, type Location } from '@zo/web/paths';
import type { ViewerProps } from '../viewer';
import { splitFrontMatter } from './front-matter';
import { NoteCode } from './note-code';
import { isExternal, resolveLink } from './resolve-link';

/** Scrolls to the target of a link within the note: a heading by its anchor, a footnote by its id. */
function goWithin(link: HTMLElement, fragment: string): void {
  let name = fragment;
  try {
    name = decodeURIComponent(fragment);
  } catch {
    // An invalid percent escape stays as it is.
  }
  const note = link.closest('article');
  const slugger = new GithubSlugger();
  const heading = [...(note?.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6') ?? [])].find(
    ({ textContent }) => slugger.slug(textContent.trim()) === name.toLowerCase(),
  );
  (heading ?? note?.querySelector(`#${CSS.escape(name)}`))?.scrollIntoView({ block: 'start' });
}

function RemoteImage({ src, alt }: { src: string; alt?: string }) {
  let host = src;
  try {
    host = new URL(src).host;
  } catch {
    // An invalid address is shown as written.
  }
  // Loading the image would tell another host that this note was opened.
  return (
    <a
      href={src}
      target="_blank"
      rel="noopener noreferrer"
      className="my-1 inline-flex items-center gap-2 rounded-lg border border-line-1 bg-surface-2 px-3 py-2 text-sm no-underline"
    >
      <ExternalLink className="size-4 text-text-2" />
      {alt ? `${alt}, image on ${host}` : `Image on ${host}`}
    </a>
  );
}

function componentsFor(location: Location): Components {
  return {
    a: ({ href = '', children }: ComponentProps<'a'>) => {
      if (href.startsWith('#'))
        return (
          <a href={href} onClick={(event) => (event.preventDefault(), goWithin(event.currentTarget, href.slice(1)))}>
            {children}
          </a>
        );
      if (isExternal(href))
        return (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {children}
          </a>
        );
      const target = resolveLink(location, href);
      return target ? <Link to={fileHref(target)}>{children}</Link> : <span>{children}</span>;
    },
    img: ({ src, alt }: ComponentProps<'img'>) => {
      if (typeof src !== 'string' || !src) return null;
      if (isExternal(src)) return <RemoteImage src={src} alt={alt} />;
      const target = resolveLink(location, src);
      return target ? <img src={rawHref(target)} alt={alt ?? ''} loading="lazy" /> : null;
    },
    pre: ({ children }: ComponentProps<'pre'>) => (
      <pre role="group" aria-label="Code" tabIndex={0}>
        {children}
      </pre>
    ),
    code: ({ className, children }: ComponentProps<'code'>) => {
      const language = /(?:^| )language-(\S+)/.exec(className ?? '')?.[1];
      return language && typeof children === 'string' ? (
        <NoteCode code={children.replace(/\n$/, '')} language={language} />
      ) : (
        <code>{children}</code>
      );
    },
    table: ({ children }: ComponentProps<'table'>) => (
      <div role="group" aria-label="Table" tabIndex={0} className="overflow-x-auto">
        <table>{children}</table>
      </div>
    ),
    input: ({ checked }: ComponentProps<'input'>) => (
      <span role="img" aria-label={checked ? 'Done' : 'Open'} className={`task-box ${checked ? 'task-done' : ''}`}>
        {checked ? <Check strokeWidth={3} /> : null}
      </span>
    ),
  };
}

/** FV-01 markdown for reading: raw HTML is removed and never run; images from other hosts become links. */
export default function StaticNote({ location, text = '' }: Pick<ViewerProps, 'location' | 'text'>) {
  const components = useMemo(() => componentsFor(location), [location]);
  const { fields, invalid, body } = useMemo(() => splitFrontMatter(text), [text]);
  return (
    <div className="h-full overflow-y-auto">
      <article className="prose-zo mx-auto max-w-[68ch] px-6 pt-10 pb-24">
        {fields.length ? (
          <dl className="mb-6 grid grid-cols-[6rem_1fr] gap-y-1.5 border-b border-line-1 pb-5 text-sm">
            {fields.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-text-3">{name}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {invalid === undefined ? null : (
          <pre role="group" aria-label="Front matter" tabIndex={0}>
            {invalid}
          </pre>
        )}
        <Markdown remarkPlugins={[remarkGfm]} components={components}>
          {body}
        </Markdown>
      </article>
    </div>
  );
}
