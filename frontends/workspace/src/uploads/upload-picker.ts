import type { Location } from '@zo/web/paths';
import type { HandedUpload, Uploader } from '@zo/web/store';

/** An upload as the part of the page sees it that asked for it. */
export interface WatchedUpload {
  state: 'staged' | 'uploading' | 'waiting' | 'complete' | 'failed' | 'needs-file';
  /** From 0 to 100. */
  percent: number;
  /** Tries a failed upload once more. */
  retry: () => void;
  /** Ends the upload, or takes a failed one from the list. */
  cancel: () => void;
}

export interface UploadFile {
  file: File;
  path: string[];
  handle?: FileSystemHandle;
  /** Called at every change of its state or progress. */
  onChange?: (upload: WatchedUpload) => void;
  /** Called with the path of the uploaded file, or with undefined when the upload was refused, cancelled or dismissed. */
  onEnd?: (location: Location | undefined) => void;
}

/** Files the user chose or dropped, and their target folder; each `path` is relative to that folder. */
export interface UploadRequest {
  target: Location;
  /** `handle` belongs to the file, or to the folder it was dropped with. */
  files: UploadFile[];
  /** Paths of empty folders. */
  folders?: string[][];
  /** Names of entries that the browser could not read. */
  unreadable?: string[];
}

const listeners = new Set<(request: UploadRequest) => void>();

/** Subscribes to upload requests; returns the unsubscribe. */
export function onUploadRequest(listener: (request: UploadRequest) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Passes files to the upload queue. */
export function requestUpload(request: UploadRequest): void {
  if (request.files.length || request.folders?.length || request.unreadable?.length)
    for (const listener of listeners) listener(request);
}

type Pickers = Window & { showOpenFilePicker?: (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]> };

/**
 * UP-07: opens the system's picker for files or one folder. Where supported, file handles are kept: they survive a
 * reload.
 */
export async function pickUploads(target: Location, what: 'files' | 'folder'): Promise<void> {
  const { showOpenFilePicker } = window as Pickers;
  if (what === 'files' && showOpenFilePicker) {
    // The picker rejects when the user cancels it.
    const handles = await showOpenFilePicker({ multiple: true }).catch(() => []);
    return requestUpload({ target, ...(await readHandles(handles)) });
  }
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  if (what === 'folder') input.webkitdirectory = true;
  input.onchange = () =>
    requestUpload({
      target,
      files: [...(input.files ?? [])].map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1) })),
    });
  input.click();
}

/** One file that cannot be read, for example because it was deleted meanwhile, does not hold up the others. */
async function readHandles(handles: FileSystemFileHandle[]): Promise<Pick<UploadRequest, 'files' | 'unreadable'>> {
  const files: UploadFile[] = [];
  const unreadable: string[] = [];
  const read = (handle: FileSystemFileHandle) =>
    handle.getFile().then(
      (file) => files.push({ handle, file, path: [] }),
      () => unreadable.push(handle.name),
    );
  await Promise.all(handles.map(read));
  return { files, unreadable };
}

async function readAll(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    // A reader returns at most 100 entries per call and an empty list at the end.
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

interface Found {
  files: { file: File; path: string[] }[];
  folders: string[][];
  unreadable: string[];
}

// Directory handles omit files whose names the browser deems dangerous, such as `.env.local`; entries list them all.
async function walk(entry: FileSystemEntry, path: string[], found: Found): Promise<void> {
  try {
    if (entry.isFile) {
      found.files.push({
        file: await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
        path,
      });
    } else if (entry.isDirectory) {
      const here = [...path, entry.name];
      const children = await readAll((entry as FileSystemDirectoryEntry).createReader());
      if (children.length === 0) found.folders.push(here);
      await Promise.all(children.map((child) => walk(child, here, found)));
    }
  } catch {
    found.unreadable.push(entry.name);
  }
}

type HandleItem = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> };

/**
 * UP-07, FT-08: uploads dropped files and folders with their structure. Must be called synchronously in the drop event.
 */
export async function uploadDropped(
  target: Location,
  items: readonly DataTransferItem[],
  onEnd?: (name: string, location: Location | undefined) => void,
): Promise<void> {
  // Entries and handles are only available during the event, so all are requested before the first await.
  const asked = items
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({
      entry: item.webkitGetAsEntry(),
      file: item.getAsFile(),
      handle: (item as HandleItem).getAsFileSystemHandle?.().catch(() => null),
    }));
  const request = {
    target,
    files: [] as UploadRequest['files'],
    folders: [] as string[][],
    unreadable: [] as string[],
  };
  for (const { entry, file, handle } of asked) {
    const held = (await handle) ?? undefined;
    const found: Found = { files: [], folders: [], unreadable: [] };
    if (entry?.isDirectory) await walk(entry, [], found);
    else if (file) found.files.push({ file, path: [] });
    for (const each of found.files)
      request.files.push({
        ...each,
        handle: held,
        ...(onEnd && each.path.length === 0 && { onEnd: (location) => onEnd(each.file.name, location) }),
      });
    request.folders.push(...found.folders);
    request.unreadable.push(...found.unreadable);
  }
  requestUpload(request);
}

/**
 * Uploads files for another part of the page and reports each result. A folder resolves at once: its first file creates
 * it.
 */
export const uploadHanded: Uploader = (target, given) => {
  const items = given.filter((each): each is DataTransferItem => each instanceof DataTransferItem);
  const files = given.filter((each): each is File => each instanceof File);
  const waiting = new Map<string, ((location: Location | undefined) => void)[]>();
  const ticket = (name: string): HandedUpload => ({
    name,
    isDirectory: false,
    arrived: new Promise((resolve) => waiting.set(name, [...(waiting.get(name) ?? []), resolve])),
  });
  const folder = (name: string): HandedUpload => ({
    name,
    isDirectory: true,
    arrived: Promise.resolve({ root: target.root, path: [...target.path, name] }),
  });
  const tickets = items.flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory) return [folder(entry.name)];
    const file = item.getAsFile();
    return file ? [ticket(file.name)] : [];
  });
  const onEnd = (name: string, location: Location | undefined) => waiting.get(name)?.shift()?.(location);
  if (items.length) void uploadDropped(target, items, onEnd);
  tickets.push(...files.map(({ name }) => ticket(name)));
  requestUpload({
    target,
    files: files.map((file) => ({ file, path: [], onEnd: (location) => onEnd(file.name, location) })),
  });
  return tickets;
};
