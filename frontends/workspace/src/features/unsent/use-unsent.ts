import { useEffect, useState, useSyncExternalStore } from 'react';
import { live } from '@zo/web/live';
import type { TextDocument } from '../../document/text-document';
import { documents } from '../../document/use-document';

/** A save that ends within this time shows no notice. */
const NOTICE_MS = 1_500;

/** ED-08: saves unsaved edits at startup and on every reconnect, and stores them when the tab closes. */
export function useSendUnsent(): void {
  useEffect(() => {
    const send = () => void documents.sendAll();
    const keep = () => void documents.keepAll();
    const leave = (event: BeforeUnloadEvent) => {
      if (!documents.keepAll()) event.preventDefault();
    };
    send();
    const off = live.on('status', (status) => status === 'live' && send());
    window.addEventListener('online', send);
    window.addEventListener('pagehide', keep);
    window.addEventListener('beforeunload', leave);
    return () => {
      off();
      window.removeEventListener('online', send);
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('beforeunload', leave);
    };
  }, []);
}

/** Documents that have been unsaved for a moment. */
export function useUnsent(): readonly TextDocument[] {
  const unsent = useSyncExternalStore(documents.subscribe, documents.getUnsent);
  const [isShown, setShown] = useState(false);
  const waits = unsent.length > 0;
  useEffect(() => {
    if (!waits) return setShown(false);
    const timer = setTimeout(() => setShown(true), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  return isShown ? unsent : [];
}
