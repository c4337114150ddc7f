import { useEffect, useRef, useState } from 'react';
import type { Folder } from '@zo/web/store';
import { pathKey, type Location } from '@zo/web/paths';
import { useMedia } from '@zo/web/ui';
import { arrivalSeen, useArrival } from '../../operations/arrivals';
import { renamedName, wasRemovedHere } from '../../operations/moves';
import { keepExisting, type Selection } from './selection';

interface Rows {
  folder: Folder | undefined;
  names: readonly string[];
  initial: Selection;
}

/** The selection of a listing: it follows its rows, and selects what the user brought here. */
export function useSelection(location: Location, { folder, names, initial }: Rows) {
  const [selection, setSelection] = useState(initial);
  const [reveal, setReveal] = useState<{ name: string } | null>(null);
  const coarse = useMedia('(pointer: coarse)');
  const before = useRef(names);
  useEffect(() => {
    const previous = before.current;
    before.current = names;
    if (previous === names) return;
    const { cursor } = selection;
    const renamed = cursor === null || names.includes(cursor) ? undefined : renamedName(location, cursor);
    // Its new name may have another place among the others.
    if (renamed !== undefined) setReveal({ name: renamed });
    setSelection((now) =>
      keepExisting(now, {
        before: previous,
        rows: names,
        renamed: (name) => renamedName(location, name),
        // On touch a selection is a mode, which a delete ends.
        removedHere: (name) => !coarse && wasRemovedHere(location, name),
      }),
    );
  }, [names, location, coarse]);
  const arrival = useArrival(pathKey(location));
  useEffect(() => {
    if (!arrival || !folder) return;
    const here = new Set(folder.names);
    if (![...arrival.names].every((name) => here.has(name))) return;
    arrivalSeen(arrival);
    const arrived = names.filter((name) => arrival.names.has(name));
    const [first] = arrived;
    if (first === undefined || coarse) return;
    setSelection({ names: new Set(arrived), anchor: first, cursor: first });
    setReveal({ name: first });
  }, [arrival, folder, names, coarse]);
  return { selection, setSelection, reveal };
}
