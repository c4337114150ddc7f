import { ChevronLeft, Folder, Laptop } from 'lucide-react';
import { useState } from 'react';
import { useFolderQuery } from '@zo/web/store';
import { isMachineRoot, nameOf, parentOf, pathKey, shownName, type Location } from '@zo/web/paths';
import { Button, Dialog, SkeletonRows } from '@zo/web/ui';
import { moveItems } from '../../operations/actions';
import { moveProblem } from '../../operations/move-rules';
import { orderByName } from '../../sorting/sort';
import { useVisibility } from '../../sorting/use-shown';
import { MESSAGES } from '../../messages';
import { useMachineRoots, useRootName } from '../../navigation/roots';
import type { Entry } from '../../workspace.slice';

interface Folders {
  here: Location;
  go: (to: Location | undefined) => void;
  items: Entry[];
}

const ROW =
  'flex h-8 w-full items-center gap-2.5 rounded-md px-2 text-left text-base ' +
  'hover:bg-surface-3 disabled:opacity-40 pointer-coarse:h-11';

/** The folders in a folder, and the way up from it. */
function FolderList({ here, go, items }: Folders) {
  const { data: folder } = useFolderQuery(here);
  const shown = useVisibility(here);
  const rootName = useRootName(here.root);
  const folders = folder
    ? orderByName(folder, shown)
        .filter((index) => folder.isDir[index])
        .map((index) => folder.names[index]!)
    : [];
  const moving = new Set(items.map(({ root, path }) => pathKey({ root, path })));
  const above =
    here.path.length > 1 ? shownName(nameOf(parentOf(here))) : here.path.length === 1 ? rootName : MESSAGES.allPlaces;
  return (
    <>
      <div className="flex h-10 shrink-0 items-center gap-1 border-b border-line-1 px-2 text-sm font-medium">
        <Button
          variant="quiet"
          onClick={() => go(here.path.length ? parentOf(here) : undefined)}
          aria-label={`Up to ${above}`}
        >
          <ChevronLeft />
          {above}
        </Button>
        <span className="truncate px-1.5">{here.path.length ? shownName(nameOf(here)) : rootName}</span>
      </div>
      <ul className="min-h-0 flex-1 overflow-y-auto p-1">
        {folder ? null : <SkeletonRows rows={4} label="Loading folders" />}
        {folders.map((name) => {
          const inner = { root: here.root, path: [...here.path, name] };
          return (
            <li key={name}>
              <button type="button" disabled={moving.has(pathKey(inner))} onClick={() => go(inner)} className={ROW}>
                <Folder className="size-4 text-text-2" />
                <span className="truncate">{shownName(name)}</span>
              </button>
            </li>
          );
        })}
        {folder && folders.length === 0 ? <li className="px-2 py-2 text-sm text-text-3">No folders in here</li> : null}
      </ul>
    </>
  );
}

/** The computer's two roots, and the machines that are connected. */
function PlaceList({ go }: Pick<Folders, 'go'>) {
  const machines = useMachineRoots(true);
  const own = [
    { root: 'w' as const, name: 'Workspace' },
    { root: 's' as const, name: 'Sites' },
  ];
  return (
    <ul className="min-h-0 flex-1 overflow-y-auto p-1">
      {[...own, ...machines].map(({ root, name }) => (
        <li key={root}>
          <button type="button" onClick={() => go({ root, path: [] })} className={ROW}>
            {isMachineRoot(root) ? (
              <Laptop className="size-4 text-text-2" />
            ) : (
              <Folder className="size-4 text-text-2" />
            )}
            <span className="truncate">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** FT-07, PC-02: chooses the target folder, starting at the root. */
export function MoveDialog({ items, onClose }: { items: Entry[]; onClose: () => void }) {
  const [here, setHere] = useState<Location | undefined>({ root: items[0]?.root ?? 'w', path: [] });
  const [busy, setBusy] = useState(false);
  const rootName = useRootName(here?.root ?? 'w');
  const problem = here && moveProblem(items, here);
  const move = async () => {
    setBusy(true);
    if (here && (await moveItems(items, here)).length > 0) onClose();
    else setBusy(false);
  };
  const chosen = here && (here.path.length ? shownName(nameOf(here)) : rootName);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={items.length === 1 ? `Move "${items[0]!.name}"` : `Move ${items.length} items`}
      description={problem ?? (chosen ? `To ${chosen}` : MESSAGES.choosePlace)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={!here || Boolean(problem)} onClick={() => void move()}>
            Move here
          </Button>
        </>
      }
    >
      <div className="flex h-72 flex-col rounded-lg border border-line-1">
        {here ? <FolderList here={here} go={setHere} items={items} /> : <PlaceList go={setHere} />}
      </div>
    </Dialog>
  );
}
