import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { inTrash, isSame, type Location, nameOf, pathKey, shownName } from '@zo/web/paths';
import { useMeQuery } from '@zo/web/store';
import { cn, ContextMenuArea, returnLostFocus } from '@zo/web/ui';
import { FileIcon } from '@zo/web/file-types';
import { MESSAGES } from '../../messages';
import { useOpen } from '../../navigation/use-open';
import { withDrag } from '../../operations/drag/with-drag';
import { placeFavourite, toggleFavourite, type Favourite } from '../../operations/favourites/favourites';
import { entryMenu } from '../../operations/menu';
import { focusLine, sectionLine, TreeSection } from './tree-section';

const DATA = 'zo-favourite';

interface LineProps {
  favourite: Favourite;
  isCurrent: boolean;
  onKey: (event: KeyboardEvent, favourite: Favourite) => void;
}

/** One favourite; dragged onto another it takes that one's place. */
function FavouriteLine({ favourite, isCurrent, onKey }: LineProps) {
  const element = useRef<HTMLButtonElement>(null);
  const [isOver, setIsOver] = useState(false);
  const open = useOpen();
  const name = nameOf(favourite);

  useEffect(() => {
    const node = element.current;
    if (!node) return;
    return withDrag(({ combine, draggable, dropTargetForElements }) =>
      combine(
        draggable({ element: node, getInitialData: () => ({ [DATA]: favourite }) }),
        dropTargetForElements({
          element: node,
          canDrop: ({ source }) => DATA in source.data && source.element !== node,
          onDragEnter: () => setIsOver(true),
          onDragLeave: () => setIsOver(false),
          onDrop: ({ source }) => {
            setIsOver(false);
            void placeFavourite(source.data[DATA] as Favourite, favourite);
          },
        }),
      ),
    );
  }, [favourite]);

  return (
    <li>
      <ContextMenuArea label="Favourite" entries={entryMenu([{ ...favourite, name }], open, 'tree')}>
        <button
          ref={element}
          type="button"
          data-line={pathKey(favourite)}
          data-over={isOver || undefined}
          aria-current={isCurrent ? 'page' : undefined}
          aria-description={MESSAGES.favouriteKeys}
          title={shownName(favourite.path.join(' / '))}
          onClick={() => open(favourite)}
          onKeyDown={(event) => onKey(event, favourite)}
          className={cn(
            sectionLine(isCurrent),
            isOver && 'bg-accent-soft text-text-1 outline-2 -outline-offset-2 outline-accent',
          )}
        >
          <FileIcon name={name} isDirectory={favourite.isDirectory} className="size-4 shrink-0" />
          <span className="min-w-0 flex-1 truncate">{shownName(name)}</span>
        </button>
      </ContextMenuArea>
    </li>
  );
}

/** AP-03: the favourites of the user above the tree, in their order; absent while there are none. */
export function Favourites({ current }: { current: Location | undefined }) {
  const list = useRef<HTMLUListElement>(null);
  const { data: me } = useMeQuery();
  const favourites = me?.settings.favourites.filter((favourite) => !inTrash(favourite)) ?? [];
  if (favourites.length === 0) return null;

  const focus = (favourite: Location | undefined) => focusLine(list.current, favourite && pathKey(favourite));
  const onKey = (event: KeyboardEvent, favourite: Favourite) => {
    const at = favourites.indexOf(favourite);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const neighbour = favourites[at + step];
    if (event.key === 'Delete' && !event.repeat) {
      focus(favourites[at + 1] ?? favourites[at - 1]);
      void toggleFavourite(favourite).then(returnLostFocus);
    } else if (step !== 0 && neighbour) {
      // A row that is moved in the document loses the focus.
      if (event.altKey) void placeFavourite(favourite, neighbour).then(() => focus(favourite));
      else focus(neighbour);
    } else return;
    event.preventDefault();
  };
  return (
    <TreeSection section="favourites" label={MESSAGES.favourites} list={list}>
      {favourites.map((favourite) => (
        <FavouriteLine
          key={pathKey(favourite)}
          favourite={favourite}
          isCurrent={current !== undefined && isSame(favourite, current)}
          onKey={onKey}
        />
      ))}
    </TreeSection>
  );
}
