import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { dropTargetForExternal } from '@atlaskit/pragmatic-drag-and-drop/adapter/drop-target-for-external';
import { monitorForExternal } from '@atlaskit/pragmatic-drag-and-drop/adapter/monitor-for-external';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { containsFiles } from '@atlaskit/pragmatic-drag-and-drop/utils/contains-files';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview';
import { inArticles, isOnComputer, type Location } from '@zo/web/paths';
import { entriesDragged, store } from '@zo/web/store';
import { uploadDropped } from '../../uploads/upload-picker';
import type { Entry } from '../../workspace.slice';
import { copyItems, moveItems, trashItems } from '../actions';
import { isTrash } from '../follow-path';
import { moveProblem } from '../move-rules';
import { isSentTo } from '../transfer';
import { DRAGGED, draggedEntries } from './dragged-entries';

export { combine, draggable, dropTargetForElements, monitorForElements, monitorForExternal };

/** Makes a row draggable; `entries` is called at the start of the drag, so that it returns the whole selection. */
export function dragSource(element: HTMLElement, entries: () => Entry[]): () => void {
  return draggable({
    element,
    canDrag: () => entries().length > 0,
    getInitialData: () => ({ [DRAGGED]: entries() }),
    // The chat's composer accepts entries of the computer, too; it is another bundle and reads them from the store.
    onDragStart: ({ source }) => {
      const dragged = draggedEntries(source.data)!.map(({ root, path }): Location => ({ root, path }));
      if (dragged.every(isOnComputer)) store.dispatch(entriesDragged(dragged));
    },
    onDrop: () => store.dispatch(entriesDragged(null)),
    onGenerateDragPreview: ({ nativeSetDragImage }) =>
      setCustomNativeDragPreview({
        nativeSetDragImage,
        getOffset: () => ({ x: -12, y: -8 }),
        render: ({ container }) => {
          const dragged = entries();
          const ghost = document.createElement('div');
          ghost.className = 'rounded-lg border border-line-1 bg-surface-1 px-3 py-1.5 text-sm font-medium text-text-1';
          ghost.textContent = dragged.length === 1 ? (dragged[0]?.name ?? '') : `${dragged.length} items`;
          container.append(ghost);
        },
      }),
  });
}

export interface DropOptions {
  folder: () => Location;
  /** Called with true while an accepted drag is over the folder, with false when it leaves. */
  onOver: (over: boolean) => void;
}

/**
 * FT-07, FT-08, TR-01: a drop target for entries (moved, or trashed) and system files (uploaded). The innermost folder
 * under the pointer wins.
 */
export function dropFolder(element: HTMLElement, { folder, onOver }: DropOptions): () => void {
  const innermost = (location: { current: { dropTargets: { element: Element }[] } }) =>
    location.current.dropTargets[0]?.element === element;
  return combine(
    dropTargetForElements({
      element,
      canDrop: ({ source }) => {
        const entries = draggedEntries(source.data);
        return entries !== undefined && moveProblem(entries, folder()) === undefined;
      },
      onDropTargetChange: ({ location }) => onOver(innermost(location)),
      onDragEnter: ({ location }) => onOver(innermost(location)),
      onDragLeave: () => onOver(false),
      onDrop: ({ source, location }) => {
        onOver(false);
        const entries = draggedEntries(source.data);
        if (!entries || !innermost(location)) return;
        // Between computers it copies, as desktops do between disks.
        if (isTrash(folder())) void trashItems(entries);
        else if (entries.some(isSentTo(folder()))) void copyItems(entries, folder());
        else void moveItems(entries, folder());
      },
    }),
    dropTargetForExternal({
      element,
      canDrop: (drag) => containsFiles(drag) && !isTrash(folder()) && !inArticles(folder()),
      getDropEffect: () => 'copy',
      onDropTargetChange: ({ location }) => onOver(innermost(location)),
      onDragEnter: ({ location }) => onOver(innermost(location)),
      onDragLeave: () => onOver(false),
      onDrop: ({ source, location }) => {
        onOver(false);
        if (innermost(location)) void uploadDropped(folder(), source.items);
      },
    }),
  );
}

/** FT-08: scrolls within 15 % of the height at each end, at most 15 px per frame. */
export function scrollSpeed({ top, height, pointer }: { top: number; height: number; pointer: number }): number {
  const region = height * 0.15;
  const fromTop = pointer - top;
  const fromBottom = top + height - pointer;
  if (fromTop < 0 || fromBottom < 0 || region <= 0) return 0;
  if (fromTop < region) return -15 * (1 - fromTop / region);
  if (fromBottom < region) return 15 * (1 - fromBottom / region);
  return 0;
}

/** FT-08: scrolls `element` while a drag is near its upper or lower end. */
export function autoScroll(element: HTMLElement): () => void {
  let pointer = 0;
  let frame = 0;
  const step = () => {
    const { top, height } = element.getBoundingClientRect();
    const speed = scrollSpeed({ top, height, pointer });
    if (speed !== 0) element.scrollTop += speed;
    frame = requestAnimationFrame(step);
  };
  const follow = ({ location }: { location: { current: { input: { clientY: number } } } }) => {
    pointer = location.current.input.clientY;
    if (!frame) frame = requestAnimationFrame(step);
  };
  const stop = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };
  return combine(
    monitorForElements({
      canMonitor: ({ source }) => draggedEntries(source.data) !== undefined,
      onDrag: follow,
      onDrop: stop,
    }),
    monitorForExternal({ canMonitor: containsFiles, onDrag: follow, onDrop: stop }),
    stop,
  );
}
