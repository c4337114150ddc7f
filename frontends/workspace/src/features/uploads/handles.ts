/** Where a file is found again: by its own handle, or by that of the folder it was dropped with. */
export interface HeldBy {
  handle?: FileSystemHandle;
  /** From the name of that folder down to the file's own folder; empty for a file chosen by itself. */
  path: readonly string[];
  fileName: string;
}

type Asking = FileSystemHandle & {
  queryPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>;
};

async function fileIn(folder: FileSystemDirectoryHandle, { path, fileName }: HeldBy): Promise<File> {
  let here = folder;
  for (const name of path.slice(1)) here = await here.getDirectoryHandle(name);
  return (await here.getFileHandle(fileName)).getFile();
}

/** The file behind a handle; undefined when it is gone, or may not be read without asking and `mayAsk` is false. */
export async function readHandle(held: HeldBy, mayAsk: boolean): Promise<File | undefined> {
  const handle = held.handle as Asking | undefined;
  if (!handle) return undefined;
  try {
    const state = mayAsk
      ? await handle.requestPermission?.({ mode: 'read' })
      : await handle.queryPermission?.({ mode: 'read' });
    if (state !== 'granted') return undefined;
    return await (handle.kind === 'directory'
      ? fileIn(handle as FileSystemHandle as FileSystemDirectoryHandle, held)
      : (handle as FileSystemHandle as FileSystemFileHandle).getFile());
  } catch {
    return undefined;
  }
}

/** The browser refuses bytes of a file that was changed or moved since it was chosen; trying again would never end. */
export const howReadable = (file: Blob): Promise<'readable' | 'changed' | 'gone'> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => 'readable',
      (error: unknown) => (error instanceof DOMException && error.name === 'NotFoundError' ? 'gone' : 'changed'),
    );
