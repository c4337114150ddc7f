/** What the page of a folder asks for first. The gateway sends it within the page, by the same address. */

export interface FolderPage {
  readonly root: string;
  readonly path: readonly string[];
}

/** More rows than a window has; folders of no more than these need no second request. */
const FIRST = 200;

/** The folder that an address of the app names; a name with an extension is most likely a file. */
export function folderPageAt(pathname: string): FolderPage | undefined {
  const [, root, rest = ''] = /^\/f\/([ws])(?:\/(.*))?$/.exec(pathname) ?? [];
  const path = rest.split('/').filter(Boolean);
  if (!root || /\.[^.]+$/.test(path.at(-1) ?? '')) return undefined;
  try {
    return { root, path: path.map(decodeURIComponent) };
  } catch {
    // The address is not valid, which the page says.
    return undefined;
  }
}

/** Addresses of the whole listing, and of its first entries in the order in which they are shown. */
export function listingsOf({ root, path }: FolderPage): { whole: string; first: string } {
  const whole = `/api/files/list?root=${root}&path=${encodeURIComponent(JSON.stringify(path))}`;
  return { whole, first: `${whole}&first=${FIRST}` };
}
