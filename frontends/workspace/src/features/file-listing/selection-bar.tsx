import { ArchiveRestore, Download, FolderInput, MessageCircle, Trash2, X } from 'lucide-react';
import { questionAsked, useAppDispatch } from '@zo/web/store';
import { inArticles, inTrash, type Location } from '@zo/web/paths';
import { Button, IconButton } from '@zo/web/ui';
import { downloadItems, restoreItems, trashItems } from '../../entries/actions';
import { dialogOpened, type Entry } from '../../entries/workspace.slice';

const placeOf = ({ root, path }: Entry): Location => ({ root, path });

/** What can be done with several chosen rows, at the foot of the listing. */
export function SelectionBar({ place, items, onClear }: { place: Location; items: Entry[]; onClear: () => void }) {
  const dispatch = useAppDispatch();
  const trash = inTrash(place);
  const locked = trash || inArticles(place);
  return (
    <div
      role="toolbar"
      aria-label="Selection"
      className="absolute bottom-4 left-4 z-10 flex h-10 items-center gap-0.5 rounded-xl border border-line-1 bg-surface-1 pr-1.5 pl-3.5 shadow-float animate-menu-in max-md:right-4"
    >
      <span className="mr-1.5 text-sm font-medium tabular-nums">{items.length.toLocaleString('en-US')} selected</span>
      {trash ? (
        <>
          {place.path.length === 1 ? (
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
            <span className="max-md:sr-only">Download</span>
          </Button>
          <Button variant="quiet" onClick={() => dispatch(questionAsked({ files: items.map(placeOf) }))}>
            <MessageCircle />
            <span className="max-md:sr-only">Ask Zo</span>
          </Button>
          {locked ? null : (
            <>
              <Button variant="quiet" onClick={() => dispatch(dialogOpened({ type: 'move', items }))}>
                <FolderInput />
                <span className="max-md:sr-only">Move</span>
              </Button>
              <Button variant="quietDanger" onClick={() => void trashItems(items)}>
                <Trash2 />
                <span className="max-md:sr-only">Trash</span>
              </Button>
            </>
          )}
        </>
      )}
      <IconButton label="Clear selection" onClick={onClear} className="ml-auto">
        <X />
      </IconButton>
    </div>
  );
}
