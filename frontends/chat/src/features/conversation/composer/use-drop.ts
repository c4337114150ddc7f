import { useRef, useState, type DragEvent } from 'react';
import { store } from '@zo/web/store';
import type { Location } from '@zo/web/paths';

interface Drops {
  onRows: (locations: readonly Location[]) => void;
  onFiles: (items: readonly DataTransferItem[]) => void;
}

/** Accepts rows dragged from the workspace and files of the system. */
export function useDrop({ onRows, onFiles }: Drops) {
  const [over, setOver] = useState(false);
  // The workspace clears `dragged` before the drop event arrives here, so the rows are remembered while hovering.
  const rows = useRef<readonly Location[] | null>(null);

  const hover = (event: DragEvent) => {
    rows.current = store.getState().ui.dragged;
    if (!rows.current && !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const handlers = {
    onDragEnter: hover,
    onDragOver: hover,
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!over) return;
      event.preventDefault();
      setOver(false);
      if (rows.current) onRows(rows.current);
      else onFiles([...event.dataTransfer.items].filter(({ kind }) => kind === 'file'));
      rows.current = null;
    },
  };
  return { over, handlers };
}
