import { Star } from 'lucide-react';
import { cn, IconButton } from '@zo/web/ui';
import { MESSAGES } from '../../messages';
import { toggleFavourite } from '../../operations/favourites/favourites';
import { isOnComputer } from '@zo/web/paths';
import type { Entry } from '../../workspace.slice';

/** AP-03: beside the name; a favourite shows it always, other rows while they are pointed at. */
export function RowStar({ entry, isFavourite }: { entry: Entry; isFavourite: boolean }) {
  if (!isOnComputer(entry)) return null;
  return (
    <IconButton
      label={isFavourite ? MESSAGES.removeFavourite : MESSAGES.addFavourite}
      keys="Mod+D"
      size="sm"
      tabIndex={-1}
      onClick={(event) => (event.stopPropagation(), void toggleFavourite(entry))}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      className="-ml-1"
    >
      <Star className={cn('size-3.5!', isFavourite && 'fill-current')} />
    </IconButton>
  );
}
