import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAppSelector } from '@zo/web/store';
import { live } from '@zo/web/live';
import { cn } from '@zo/web/ui/cn';

const GRACE_MS = 1500;

const hearNetwork = (changed: () => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

/** The browser's online state; a socket can take a minute to notice an outage. */
const useOnline = () => useSyncExternalStore(hearNetwork, () => navigator.onLine);

/** A thin bar while the server is unreachable; short interruptions show nothing. */
export function ConnectionBar() {
  const connected = useAppSelector((state) => state.ui.connection === 'live');
  const [everLive, setEverLive] = useState(false);
  const online = useOnline();
  const [shown, setShown] = useState(false);

  useEffect(() => live.on('status', (status) => status === 'live' && setEverLive(true)), []);
  useEffect(() => {
    if (connected && online) return setShown(false);
    if (!online) return setShown(true);
    const timer = setTimeout(() => setShown(true), everLive ? GRACE_MS : 4 * GRACE_MS);
    return () => clearTimeout(timer);
  }, [connected, online, everLive]);

  if (!shown) return null;
  return (
    <div
      role="status"
      className={cn(
        'z-40 flex h-7 shrink-0 items-center justify-center gap-2 border-b',
        'border-line-1 bg-warn-soft text-xs font-medium text-warn',
      )}
    >
      <span className="size-1.5 animate-pulse-soft rounded-full bg-current" />
      {online ? 'Reconnecting. Your edits are kept.' : 'Offline. Your edits are kept.'}
    </div>
  );
}
