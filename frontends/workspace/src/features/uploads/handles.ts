/** How to find a file again: its own handle, or the handle of the folder it was dropped with. */
export interface FileSource {
  handle?: FileSystemHandle;
  /** Path from the dropped folder to the file's own folder; empty for a file chosen by itself. */
  path: readonly string[];
  fileName: string;
}

type Asking = FileSystemHandle & {
  queryPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>;
};

async function fileIn(folder: FileSystemDirectoryHandle, { path, fileName }: FileSource): Promise<File> {
  let here = folder;
  for (const name of path.slice(1)) here = await here.getDirectoryHandle(name);
  return (await here.getFileHandle(fileName)).getFile();
}

/**
 * The file of a handle; undefined when it is deleted, or when reading needs a permission prompt and `mayAsk` is false.
 */
export async function readHandle(source: FileSource, mayAsk: boolean): Promise<File | undefined> {
  const handle = source.handle as Asking | undefined;
  if (!handle) return undefined;
  try {
    const state = mayAsk
      ? await handle.requestPermission?.({ mode: 'read' })
      : await handle.queryPermission?.({ mode: 'read' });
    if (state !== 'granted') return undefined;
    return await (handle.kind === 'directory'
      ? fileIn(handle as FileSystemHandle as FileSystemDirectoryHandle, source)
      : (handle as FileSystemHandle as FileSystemFileHandle).getFile());
  } catch {
    return undefined;
  }
}

/** Browsers refuse to read a file that changed or moved after it was chosen; retrying such a read never succeeds. */
export const howReadable = (file: Blob): Promise<'readable' | 'changed' | 'gone'> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => 'readable',
      (error: unknown) => (error instanceof DOMException && error.name === 'NotFoundError' ? 'gone' : 'changed'),
    );
