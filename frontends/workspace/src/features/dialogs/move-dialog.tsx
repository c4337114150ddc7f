import { ChevronLeft, Folder } from 'lucide-react';
import { useState } from 'react';
import { useFolderQuery } from '@zo/web/store';
import { nameOf, parentOf, type Location } from '@zo/web/paths';
import { Button, Dialog, SkeletonRows } from '@zo/web/ui';
import { moveItems } from '../../operations/actions';
import { moveProblem } from '../../operations/move-rules';
import { orderByName } from '../../sorting/sort';
import { useVisibility } from '../../sorting/use-shown';
import { useRootName } from '../../navigation/roots';
import type { Entry } from '../../workspace.slice';

/** FT-07: chooses the target folder, starting at the root. */
export function MoveDialog({ items, onClose }: { items: Entry[]; onClose: () => void }) {
  const [here, setHere] = useState<Location>({ root: items[0]?.root ?? 'w', path: [] });
  const [busy, setBusy] = useState(false);
  const { data: folder } = useFolderQuery(here);
  const shown = useVisibility(here);
  const rootName = useRootName(here.root);
  const above = here.path.length > 1 ? nameOf(parentOf(here)) : rootName;
  const problem = moveProblem(items, here);
  const folders = folder
    ? orderByName(folder, shown)
        .filter((index) => folder.isDir[index])
        .map((index) => folder.names[index]!)
    : [];
  const move = async () => {
    setBusy(true);
    if ((await moveItems(items, here)).length > 0) onClose();
    else setBusy(false);
  };
  const moving = new Set(items.map(({ path }) => path.join('/')));
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={items.length === 1 ? `Move "${items[0]!.name}"` : `Move ${items.length} items`}
      description={problem && here.path.length ? problem : `To ${here.path.length ? nameOf(here) : rootName}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={Boolean(problem)} onClick={() => void move()}>
            Move here
          </Button>
        </>
      }
    >
      <div className="flex h-72 flex-col rounded-lg border border-line-1">
        <div className="flex h-10 shrink-0 items-center gap-1 border-b border-line-1 px-2 text-sm font-medium">
          {here.path.length ? (
            <Button variant="quiet" onClick={() => setHere(parentOf(here))} aria-label={`Up to ${above}`}>
              <ChevronLeft />
              {above}
            </Button>
          ) : null}
          <span className="truncate px-1.5">{here.path.length ? nameOf(here) : rootName}</span>
        </div>
        <ul className="min-h-0 flex-1 overflow-y-auto p-1">
          {folder ? null : <SkeletonRows rows={4} label="Loading folders" />}
          {folders.map((name) => {
            const path = [...here.path, name];
            return (
              <li key={name}>
                <button
                  type="button"
                  disabled={moving.has(path.join('/'))}
                  onClick={() => setHere({ root: here.root, path })}
                  className="flex h-8 w-full items-center gap-2.5 rounded-md px-2 text-left text-base hover:bg-surface-3 disabled:opacity-40 pointer-coarse:h-11"
                >
                  <Folder className="size-4 text-text-2" />
                  <span className="truncate">{name}</span>
                </button>
              </li>
            );
          })}
          {folder && folders.length === 0 ? (
            <li className="px-2 py-2 text-sm text-text-3">No folders in here</li>
          ) : null}
        </ul>
      </div>
    </Dialog>
  );
}
