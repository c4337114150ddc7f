import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useAppDispatch } from '@zo/web/store';
import { inArticles, inTrash, parentOf, pathKey, type Location, type Root } from '@zo/web/paths';
import { Button, ContextMenuArea, SkeletonRows, useMedia, type MenuEntry } from '@zo/web/ui';
import { isSentToRow } from '../../navigation/row-menu';
import { withDrag } from '../../operations/drag/with-drag';
import { useCut } from '../../operations/held';
import { entryMenu, folderMenu, targetFolder } from '../../operations/menu';
import { usePaste } from '../../operations/use-paste';
import { folderExpanded, type Entry } from '../../workspace.slice';
import type { TreeRow } from './rows';
import { TreeLine } from './tree-row';
import { useAutoExpand } from './use-auto-expand';
import { useRefreshOnFocus } from './use-refresh-on-focus';
import { useRowActions } from './use-row-actions';
import { useTree } from './use-tree';
import { useTreeFilter } from './use-tree-filter';
import { useTreeFocus } from './use-tree-focus';
import { treeKey } from './use-tree-keys';

/** Lazy, virtualised file tree of one root. */
export function FileTree({ root, current }: { root: Root; current: Location | undefined }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows: all, ready, error, retry } = useTree(root);
  const { rows, field, begin, end } = useTreeFilter(all, scroller);
  const [hasFocus, setHasFocus] = useState(false);
  const [menu, setMenu] = useState<MenuEntry[]>([]);
  const menuShown = useRef(false);
  const dispatch = useAppDispatch();
  const coarse = useMedia('(pointer: coarse)');
  const height = coarse ? 44 : 30;
  const currentKey = current && pathKey(current);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    paddingStart: 4,
    paddingEnd: 16,
  });
  const { focused, setFocusKey } = useTreeFocus(rows, currentKey);
  const cut = useCut();

  const { toggle, open, openTab, openLocation } = useRowActions(setFocusKey);
  const focus = useCallback(
    (index: number) => (setFocusKey(rows[index]?.key), virtual.scrollToIndex(index)),
    [rows, virtual, setFocusKey],
  );
  const onDragOver = useAutoExpand();
  usePaste(
    scroller,
    () => pasteTarget(rows[focused]?.entry),
    ([first]) => {
      if (first) dispatch(folderExpanded(parentOf(first)));
      if (first) setFocusKey(pathKey(first));
    },
  );

  useRevealCurrent(
    current,
    rows,
    (index) =>
      isOffScreen(scroller.current, index * height, height) && virtual.scrollToIndex(index, { align: 'center' }),
  );
  // The workspace always has a row for Trash, the other roots have none.
  useRefreshOnFocus(root, all.length <= (root === 'w' ? 1 : 0));
  useDrops(scroller, root, ready);

  const prepareMenu = (target: Element) => {
    const row = rows.find(({ key }) => key === target.closest<HTMLElement>('[data-row]')?.dataset.row);
    if (row) setFocusKey(row.key);
    setMenu(row ? entryMenu([row.entry], openLocation, 'tree') : folderMenu({ root, path: [] }));
  };

  if (error) return <TreeError error={error} retry={retry} />;
  if (!ready) return <SkeletonRows label="Loading files" />;
  const rowId = (key: string) => `tree-${key}`;
  return (
    <div className="flex h-full flex-col">
      {field}
      <ContextMenuArea entries={menu} label="File" onOpenChange={(shown) => void (menuShown.current = shown)}>
        <div
          ref={scroller}
          role="tree"
          aria-label="Files"
          aria-activedescendant={hasFocus && rows[focused] ? rowId(rows[focused].key) : undefined}
          tabIndex={0}
          data-page-focus
          onFocus={() => setHasFocus(true)}
          onBlur={() => setHasFocus(false)}
          onContextMenuCapture={(event) => isSentToRow(event) || prepareMenu(event.target as Element)}
          onPointerDownCapture={(event) => event.pointerType === 'touch' && prepareMenu(event.target as Element)}
          // A long press opens the menu, and the click at its end must not open the entry.
          onClickCapture={(event) => coarse && menuShown.current && event.stopPropagation()}
          onKeyDown={(event) => {
            const keys = { rows, focused, focus, open, toggle, filter: begin, endFilter: end };
            if (event.target === event.currentTarget && treeKey(keys, event)) event.preventDefault();
          }}
          className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto outline-none"
        >
          <div style={{ height: virtual.getTotalSize() }} className="relative">
            {virtual.getVirtualItems().map(({ index, start }) => {
              const row = rows[index]!;
              return (
                <TreeLine
                  key={row.key}
                  row={row}
                  id={rowId(row.key)}
                  top={start}
                  current={row.key === currentKey}
                  cut={cut.size > 0 && cut.has(row.key)}
                  focused={hasFocus && index === focused && scroller.current?.matches(':focus-visible') === true}
                  onOpen={open}
                  onOpenTab={openTab}
                  onToggle={toggle}
                  onDragOver={onDragOver}
                />
              );
            })}
          </div>
        </div>
      </ContextMenuArea>
    </div>
  );
}

/** Makes the tree scroll near its edges during a drag, and its empty space a place to drop in the root. */
function useDrops(scroller: RefObject<HTMLElement | null>, root: Root, ready: boolean): void {
  useEffect(() => {
    const node = scroller.current;
    if (!node) return;
    return withDrag(({ autoScroll, combine, dropFolder }) =>
      combine(autoScroll(node), dropFolder(node, { folder: () => ({ root, path: [] }), onOver: () => undefined })),
    );
  }, [scroller, root, ready]);
}

/** The folder that a paste goes into: the focused one, or the one of the focused file. */
function pasteTarget(entry: Entry | undefined): Location | undefined {
  const target = entry && targetFolder(entry);
  return target && !inTrash(target) && !inArticles(target) ? target : undefined;
}

function TreeError({ error, retry }: { error: string; retry: () => void }) {
  return (
    <div className="px-4 py-3 text-sm text-text-2">
      <p>{error}</p>
      <Button className="mt-2" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}

const isOffScreen = (node: Element | null, top: number, height: number): boolean =>
  node !== null && (top < node.scrollTop || top + height > node.scrollTop + node.clientHeight);

/** Longest time to wait for the rows above the open file. */
const REVEAL_MS = 2000;

/** Expands the folders above the open file once and scrolls it into view. */
function useRevealCurrent(
  current: Location | undefined,
  rows: readonly TreeRow[],
  reveal: (index: number) => void,
): void {
  const dispatch = useAppDispatch();
  const key = current && pathKey(current);
  const parents = useMemo(
    () =>
      current
        ? current.path.slice(0, -1).map((_name, at) => ({ root: current.root, path: current.path.slice(0, at + 1) }))
        : [],
    [key],
  );
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
    for (const location of parents) dispatch(folderExpanded(location));
  }, [parents, dispatch]);
  useEffect(() => {
    const index = rows.findIndex((row) => row.key === key);
    if (index >= 0 && performance.now() - since.current < REVEAL_MS) reveal(index);
  }, [rows, key]);
}
