import type { ReactNode } from 'react';
import { FileText, Folder, X } from 'lucide-react';
import { Link, useLocation } from '@zo/web/router';
import { WithFilePreview } from '@zo/web/mentions';
import { chatQuery, fileHref, nameOf, type Location } from '@zo/web/paths';
import { cn } from '@zo/web/ui/cn';

interface FileChipProps {
  location: Location;
  onRemove?: () => void;
  /** Stands after the name. */
  children?: ReactNode;
}

/** FV-04: a chip with a file's name; a click opens the file beside the chat, resting on it shows a part of it. */
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
      <WithFilePreview location={location} onClick={() => true} className="flex h-full min-w-0">
        <Link
          to={`${fileHref(location)}${chatQuery(search)}`}
          className="flex h-full min-w-0 items-center gap-1.5 rounded-md px-2 hover:underline touch-area"
        >
          <Shape aria-hidden className="size-3.5" />
          <span className="truncate">{nameOf(location)}</span>
        </Link>
      </WithFilePreview>
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
