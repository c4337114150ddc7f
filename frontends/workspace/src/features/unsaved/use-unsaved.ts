import { useEffect, useState, useSyncExternalStore } from 'react';
import { live } from '@zo/web/live';
import type { TextDocument } from '../../document/text-document';
import { documents } from '../../document/use-document';

/** A save that ends within this time shows no notice. */
const NOTICE_MS = 1_500;

/** ED-08: saves unsaved edits at startup and on every reconnect, and stores them when the tab may close. */
export function useSaveUnsaved(): void {
  useEffect(() => {
    const save = () => void documents.saveAll();
    const store = () => void documents.storeBeforeClose();
    // On phones a hidden tab may be closed without another event.
    const hide = () => document.visibilityState === 'hidden' && store();
    const ask = (event: BeforeUnloadEvent) => {
      if (!documents.storeBeforeClose()) event.preventDefault();
    };
    save();
    const off = live.on('status', (status) => status === 'live' && save());
    window.addEventListener('online', save);
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', store);
    window.addEventListener('beforeunload', ask);
    return () => {
      off();
      window.removeEventListener('online', save);
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', store);
      window.removeEventListener('beforeunload', ask);
    };
  }, []);
}

/** Documents that have been unsaved for a moment. */
export function useUnsaved(): readonly TextDocument[] {
  const unsaved = useSyncExternalStore(documents.subscribe, documents.getUnsaved);
  const [isShown, setShown] = useState(false);
  const waits = unsaved.length > 0;
  useEffect(() => {
    if (!waits) return setShown(false);
    const timer = setTimeout(() => setShown(true), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  return isShown ? unsaved : [];
}
