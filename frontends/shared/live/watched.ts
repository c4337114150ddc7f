import { type Location, pathKey } from '../paths';

/** Of one connection, and the size of the message that names them. */
const MAX_FOLDERS = 64;
const MAX_CHARACTERS = 12_000;

/** Folders of machines that the page has data of, and with how many of its caches; the last used at the end. */
const folders = new Map<string, { location: Location; count: number }>();
let onChange: () => void = () => undefined;

/** Changes in a folder of a machine are heard of until the returned function is called. */
export function watchFolder({ root, path }: Location): () => void {
  const key = pathKey({ root, path });
  const { count } = folders.get(key) ?? { count: 0 };
  folders.delete(key);
  folders.set(key, { location: { root, path }, count: count + 1 });
  onChange();
  return () => {
    const now = folders.get(key);
    if (now && --now.count > 0) return;
    folders.delete(key);
    onChange();
  };
}

/** What fits, the last used first. */
export function watchedFolders(): Location[] {
  const fitting: Location[] = [];
  let characters = 0;
  for (const { location } of [...folders.values()].toReversed()) {
    characters += JSON.stringify(location).length;
    if (fitting.length >= MAX_FOLDERS || characters > MAX_CHARACTERS) break;
    fitting.push(location);
  }
  return fitting;
}

/** Calls the listener when there are others. */
export const onWatched = (listener: () => void): void => void (onChange = listener);
