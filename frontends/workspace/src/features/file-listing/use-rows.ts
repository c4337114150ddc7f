import { useCallback, useMemo, useRef, type MouseEvent, type RefObject } from 'react';
import type { Location } from '@zo/web/paths';
import { isApple } from '@zo/web/ui';
import type { Entry } from '../../workspace.slice';
import { clickRow } from './selection';
import type { Listing } from './use-listing';

interface RowsOptions {
  location: Location;
  listing: Listing;
  coarse: boolean;
  onOpen: (entry: Entry) => void;
  menuShown: RefObject<boolean>;
}

/** Entries and callbacks of rows. They are stable while the selection changes, so that only changed rows render. */
export function useRows({ location, listing, coarse, onOpen, menuShown }: RowsOptions) {
  const { folder, setSelection } = listing;
  const latest = useRef(listing);
  latest.current = listing;

  const entryAt = useMemo(() => {
    const made = new Map<number, Entry>();
    return (index: number): Entry => {
      const name = folder!.names[index]!;
      const entry = made.get(index) ?? {
        root: location.root,
        path: [...location.path, name],
        name,
        isDirectory: folder!.isDir[index]!,
      };
      made.set(index, entry);
      return entry;
    };
  }, [folder, location]);

  const press = useCallback(
    (entry: Entry, event: MouseEvent) => {
      // On touch a tap opens the entry, unless the tap ends the long press that showed the menu.
      if (coarse) return menuShown.current ? undefined : onOpen(entry);
      setSelection((before) =>
        clickRow(before, latest.current.names, {
          name: entry.name,
          shift: event.shiftKey,
          toggle: isApple ? event.metaKey : event.ctrlKey,
        }),
      );
    },
    [coarse, menuShown, onOpen, setSelection],
  );

  const dragged = useCallback((entry: Entry) => {
    const { selection, entries } = latest.current;
    return selection.names.has(entry.name) ? entries(selection.names) : [entry];
  }, []);

  return { entryAt, press, dragged };
}
