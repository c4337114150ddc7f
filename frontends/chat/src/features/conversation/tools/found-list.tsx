import { visible } from '@zo/proto/hidden-text';
import { cn } from '@zo/web/ui/cn';
import { type Found } from './describe-call';

/** The hits of a search: numbered as the assistant knows them, each a link in a new tab. */
export function FoundList({ found }: { found: readonly Found[] }) {
  return (
    <ol
      aria-label="Results"
      className={cn(
        'max-h-96 list-decimal space-y-2 overflow-auto rounded-lg border',
        'border-line-1 bg-surface-2 py-2.5 pr-3 pl-9 text-sm',
        'marker:text-text-3',
      )}
    >
      {found.map(({ title, href, more }, index) => (
        <li key={index} className="break-words">
          {href ? (
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              className="font-medium text-accent-text underline-offset-2 hover:underline"
            >
              {visible(title)}
            </a>
          ) : (
            visible(title)
          )}
          {href ? <div className="truncate text-xs text-text-2">{visible(href)}</div> : null}
          {more.length > 0 ? <div className="line-clamp-3 text-xs text-text-2">{visible(more.join(' · '))}</div> : null}
        </li>
      ))}
    </ol>
  );
}
