import { visible } from '@zo/proto/hidden-text';
import { ExternalLink } from 'lucide-react';
import { TEXT } from '../../../messages';
import { domainOf, type Cited } from './sources';

/** CH-12: the page that a citation leads to: its title, its domain, and the passage. */
export function SourceCard({ cited: { source, quote } }: { cited: Cited }) {
  const { url, title, passage } = source;
  const shown = quote ?? passage;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="font-medium break-words text-accent-text underline-offset-2 hover:underline"
      >
        {visible(title)}
      </a>
      <span className="flex min-w-0 items-center gap-1 text-xs text-text-2">
        <ExternalLink aria-hidden className="size-3 shrink-0" />
        <span className="truncate">{visible(domainOf(url))}</span>
      </span>
      {shown ? (
        <figure className="mt-0.5">
          <figcaption className="text-xs text-text-2">{quote ? TEXT.quoted : TEXT.excerpt}</figcaption>
          <blockquote className="line-clamp-6 text-sm break-words text-text-1">{visible(shown)}</blockquote>
        </figure>
      ) : null}
    </div>
  );
}
