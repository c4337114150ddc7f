import { useState } from 'react';
import { Link, useLocation } from '@zo/web/router';
import { chatQuery, fileHref, nameOf, pathKey, rawHref, type Location } from '@zo/web/paths';
import { cn } from '@zo/web/ui';
import { FileChip } from './file-chip';

/** Images that a call has made, under its row: each opens beside the chat. */
export function MadeImages({ images }: { images: readonly Location[] }) {
  if (images.length === 0) return null;
  return (
    <ul
      aria-label="Images"
      className={cn('mt-1 mb-2 grid gap-2', images.length > 1 ? 'grid-cols-2' : 'max-w-96 grid-cols-1')}
    >
      {images.map((location) => (
        <li key={pathKey(location)} className="flex min-w-0 flex-col gap-1">
          <MadeImage location={location} />
          <span className="flex min-w-0">
            <FileChip location={location} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Nothing where the image was moved or deleted since; its chip still says what it was. */
function MadeImage({ location }: { location: Location }) {
  const { search } = useLocation();
  const [isGone, setIsGone] = useState(false);
  if (isGone) return null;
  return (
    <Link to={`${fileHref(location)}${chatQuery(search)}`} className="rounded-lg">
      <img
        src={rawHref(location)}
        alt={nameOf(location)}
        loading="lazy"
        onError={() => setIsGone(true)}
        className="max-h-96 w-full rounded-lg border border-line-1 bg-surface-2 object-contain"
      />
    </Link>
  );
}
