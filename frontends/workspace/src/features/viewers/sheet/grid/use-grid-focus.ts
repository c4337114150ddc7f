import { useEffect, useRef, type RefObject } from 'react';
import type { SheetSession } from '../session';

/** Gives the focus back to the grid when editing has ended, and to the grid of a sheet that was just opened. */
export function useGridFocus(grid: RefObject<HTMLElement | null>, session: SheetSession): void {
  const wasEditing = useRef(false);
  const isEditing = session.editing !== undefined;
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement === null;
    if (wasEditing.current && !isEditing && (isFree || activeElement.closest('[data-formula-bar]')))
      grid.current?.focus({ preventScroll: true });
    wasEditing.current = isEditing;
  }, [grid, isEditing]);
  useEffect(() => {
    session.grid.focus = () => grid.current?.focus();
    if (document.activeElement === document.body) grid.current?.focus({ preventScroll: true });
  }, [grid, session]);
}
