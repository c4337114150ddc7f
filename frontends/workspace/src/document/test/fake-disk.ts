import { pathKey, type Location } from '@zo/web/paths';
import { mergeText } from '../merge';
import type { DiskState, DocumentDisk, TextState } from '../document-state';

const OFFLINE = { status: 0, code: 'network', detail: 'unreachable', extras: {} };

/** An in-memory disk that, like the server, accepts a save only when its base matches the current content. */
export class FakeDisk implements DocumentDisk {
  readonly files = new Map<string, TextState>();
  down = false;
  writes = 0;
  #clock = 100;

  put(location: Location, content: string): TextState {
    const file = { content, hash: `#${content}`, mtimeMs: this.#clock++ };
    this.files.set(pathKey(location), file);
    return file;
  }

  read = (location: Location): Promise<DiskState> =>
    this.down
      ? Promise.reject(OFFLINE)
      : Promise.resolve(this.files.get(pathKey(location)) ?? { content: '', hash: null, mtimeMs: 0 });

  write: DocumentDisk['write'] = (location, content, { hash: base }) => {
    if (this.down) return Promise.reject(OFFLINE);
    if ((this.files.get(pathKey(location))?.hash ?? null) !== base)
      return Promise.reject({ status: 409, code: 'files.conflict', detail: 'changed', extras: {} });
    this.writes++;
    const { hash, mtimeMs } = this.put(location, content);
    return Promise.resolve({ hash: hash!, mtimeMs });
  };

  merge = (input: Parameters<DocumentDisk['merge']>[0]) => Promise.resolve(mergeText(input));
}
