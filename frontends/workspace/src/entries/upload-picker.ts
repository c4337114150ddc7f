import type { FilePath } from '@zo/web/paths';

/** Files somebody chose or dropped, with the folder they go to; `path` is below that folder. */
export interface UploadRequest {
  target: FilePath;
  files: { file: File; path: string[]; handle?: FileSystemFileHandle }[];
}

const listeners = new Set<(request: UploadRequest) => void>();

/** Hears what shall be uploaded; returns how to stop. */
export function onUploadRequest(listener: (request: UploadRequest) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Hands files over to the upload queue. */
export function requestUpload(request: UploadRequest): void {
  if (request.files.length) for (const listener of listeners) listener(request);
}

type Pickers = Window & { showOpenFilePicker?: (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]> };

/** UP-07: opens the system's picker for files or for one folder. File handles are kept where the browser has them: they outlive a reload. */
export async function pickUploads(target: FilePath, what: 'files' | 'folder'): Promise<void> {
  const { showOpenFilePicker } = window as Pickers;
  if (what === 'files' && showOpenFilePicker) {
    try {
      const handles = await showOpenFilePicker({ multiple: true });
      requestUpload({ target, files: await Promise.all(handles.map(async (handle) => ({ handle, file: await handle.getFile(), path: [] }))) });
    } catch {
      // Closing the picker is an answer too.
    }
    return;
  }
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  if (what === 'folder') input.webkitdirectory = true;
  input.onchange = () => requestUpload({ target, files: [...(input.files ?? [])].map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1) })) });
  input.click();
}

async function readAll(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    // A reader answers at most 100 entries at a time and an empty list at its end.
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

async function walk(entry: FileSystemEntry, path: string[], into: UploadRequest['files']): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    into.push({ file, path });
  } else if (entry.isDirectory) {
    for (const child of await readAll((entry as FileSystemDirectoryEntry).createReader())) await walk(child, [...path, entry.name], into);
  }
}

type HandleItem = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> };

/** UP-07, FT-08: files and folders dropped from the system, with their structure. Must be called inside the drop event. */
export async function uploadDropped(target: FilePath, items: readonly DataTransferItem[]): Promise<void> {
  // Entries and handles can only be asked for while the event runs, so all are asked for before the first await.
  const asked = items
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile(), handle: (item as HandleItem).getAsFileSystemHandle?.().catch(() => null) }));
  const files: UploadRequest['files'] = [];
  for (const { entry, file, handle } of asked) {
    const held = await handle;
    if (held?.kind === 'file' && file) files.push({ file, path: [], handle: held as FileSystemFileHandle });
    else if (entry) await walk(entry, [], files);
    else if (file) files.push({ file, path: [] });
  }
  requestUpload({ target, files });
}
