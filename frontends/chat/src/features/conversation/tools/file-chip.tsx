import type { ReactNode } from 'react';
import { FileText, Folder, X } from 'lucide-react';
import { Link, useLocation } from '@zo/web/router';
import { chatQuery, fileHref, nameOf, type Location } from '@zo/web/paths';
import { cn } from '@zo/web/ui/cn';

interface FileChipProps {
  location: Location;
  onRemove?: () => void;
  /** Stands after the name. */
  children?: ReactNode;
}

/** A chip with a file's name; a click opens the file beside the chat. */
export function FileChip({ location, onRemove, children }: FileChipProps) {
  const { search } = useLocation();
  const Shape = /\.[^.]+$/.test(nameOf(location)) ? FileText : Folder;
  return (
    <span
      className={cn(
        'inline-flex h-6 max-w-full min-w-0 items-center rounded-md',
        'bg-accent-soft text-sm font-medium text-accent-text',
      )}
    >
      <Link
        to={`${fileHref(location)}${chatQuery(search)}`}
        onClick={(event) => event.stopPropagation()}
        title={location.path.join(' / ')}
        className="flex h-full min-w-0 items-center gap-1.5 rounded-md px-2 hover:underline touch-area"
      >
        <Shape aria-hidden className="size-3.5" />
        <span className="truncate">{nameOf(location)}</span>
      </Link>
      {children}
      {onRemove ? (
        <button
          type="button"
          aria-label={`Remove ${nameOf(location)}`}
          onClick={onRemove}
          className="-ml-1 flex size-6 items-center justify-center rounded-md hover:bg-surface-3 touch-area"
        >
          <X className="size-3" />
        </button>
      ) : null}
    </span>
  );
}
