import { useEffect, useState, useSyncExternalStore } from 'react';
import { provideUploader } from '@zo/web/store';
import { loadable } from '@zo/web/ui';
import { onUploadRequest, uploadHanded } from '../../uploads/upload-picker';
import { queue, stage } from './staging';

// A page without uploads does not load it.
const UploadPanel = loadable(() => import('./upload-panel').then((module) => module.default));

/** UP-01: running uploads, shown over every page. */
export function UploadDock() {
  const items = useSyncExternalStore(queue.subscribe, queue.getItems);
  const [closed, setClosed] = useState(false);
  const busy = items.some(({ state }) => state === 'staged' || state === 'uploading' || state === 'waiting');

  useEffect(() => onUploadRequest((request) => void stage(request)), []);
  useEffect(() => provideUploader(uploadHanded), []);
  useEffect(() => queue.resume(), []);
  useEffect(() => {
    if (!busy) return;
    setClosed(false);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [busy]);

  if (closed || items.every(({ state }) => state === 'complete')) return null;
  return <UploadPanel items={items} busy={busy} onClose={setClosed} />;
}
