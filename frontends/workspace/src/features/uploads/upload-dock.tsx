import { useEffect, useState, useSyncExternalStore } from 'react';
import { loadable } from '@zo/web/ui';
import { queue, resumeUploads } from './staging';

// A page without uploads does not load it.
const UploadPanel = loadable(() => import('./upload-panel').then((module) => module.default));

export { stage } from './staging';

/** Running uploads, and those that an earlier visit did not finish. */
export function UploadDock() {
  const items = useSyncExternalStore(queue.subscribe, queue.getItems);
  const [closed, setClosed] = useState(false);
  const busy = items.some(({ state }) => state === 'staged' || state === 'uploading' || state === 'waiting');

  useEffect(resumeUploads, []);
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
