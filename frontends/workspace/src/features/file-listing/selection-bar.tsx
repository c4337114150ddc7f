import { ArchiveRestore, Download, FolderInput, MessageCircle, Trash2, X } from 'lucide-react';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { questionAsked, useAppDispatch } from '@zo/web/store';
import { inArticles, inTrash, isOnMachine, type Location } from '@zo/web/paths';
import { Button, cn, IconButton } from '@zo/web/ui';
import { formatNumber } from '@zo/web/format';
import { downloadItems, restoreItems, trashItems } from '../../operations/actions';
import { isReadOnly } from '../../navigation/read-only';
import { useTotal } from '../../operations/sizes';
import { dialogOpened, type Entry } from '../../workspace.slice';

/** Gives the focus to the rows when the bar goes with it: an action of the bar ends the selection that shows it. */
function useFocusLeft(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current!;
    return () => {
      if (!element.contains(document.activeElement)) return;
      element.parentElement?.querySelector<HTMLElement>('[data-page-focus]')?.focus({ preventScroll: true });
    };
  }, [bar]);
}

const locationOf = ({ root, path }: Entry): Location => ({ root, path });

/** Actions for several selected rows, at the bottom of the listing. */
export function SelectionBar({
  location,
  items,
  bytes,
  onClear,
}: {
  location: Location;
  items: Entry[];
  /** Of the files among them. */
  bytes: number;
  onClear: () => void;
}) {
  const dispatch = useAppDispatch();
  const bar = useRef<HTMLDivElement>(null);
  useFocusLeft(bar);
  const away = isOnMachine(location);
  const { text: size } = useTotal(bytes, away ? [] : items.filter(({ isDirectory }) => isDirectory));
  const trash = inTrash(location);
  const locked = isReadOnly(location);
  return (
    // The pane and not the window decides whether the names of the actions fit.
    <div ref={bar} className="@container pointer-events-none absolute inset-x-4 bottom-4 z-10">
      <div
        role="toolbar"
        aria-label="Selection"
        className={cn(
          'pointer-events-auto flex h-10 w-fit items-center gap-0.5 rounded-xl border',
          'border-line-1 bg-surface-1 pr-1.5 pl-3.5 shadow-float animate-menu-in',
          '@max-[32rem]:w-full',
        )}
      >
        <span className="mr-1.5 min-w-0 truncate text-sm font-medium tabular-nums">
          {formatNumber(items.length)}
          <span className="@max-[18rem]:sr-only"> selected</span>
          <span className="font-normal text-text-2 @max-[20rem]:sr-only">, {size}</span>
        </span>
        {trash ? (
          <>
            {location.path.length === 1 ? (
              <Button variant="quiet" onClick={() => void restoreItems(items.map(({ name }) => name))}>
                <ArchiveRestore />
                Restore
              </Button>
            ) : null}
            <Button variant="quietDanger" onClick={() => dispatch(dialogOpened({ type: 'delete', items }))}>
              <Trash2 />
              Delete permanently
            </Button>
          </>
        ) : (
          <>
            <Button variant="quiet" onClick={() => downloadItems(items)}>
              <Download />
              <span className="@max-[32rem]:sr-only">Download</span>
            </Button>
            {away ? null : (
              <Button variant="quiet" onClick={() => dispatch(questionAsked({ files: items.map(locationOf) }))}>
                <MessageCircle />
                <span className="@max-[32rem]:sr-only">Ask Zo</span>
              </Button>
            )}
            {locked || inArticles(location) ? null : (
              <Button variant="quiet" onClick={() => dispatch(dialogOpened({ type: 'move', items }))}>
                <FolderInput />
                <span className="@max-[32rem]:sr-only">Move</span>
              </Button>
            )}
            {locked ? null : (
              <Button variant="quietDanger" onClick={() => void trashItems(items)}>
                <Trash2 />
                <span className="@max-[32rem]:sr-only">Trash</span>
              </Button>
            )}
          </>
        )}
        <IconButton label="Clear selection" onClick={onClear} className="ml-auto">
          <X />
        </IconButton>
      </div>
    </div>
  );
}
