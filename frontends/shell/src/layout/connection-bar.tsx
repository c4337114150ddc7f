import { useEffect, useState } from 'react';
import { useAppSelector } from '@zo/web/store';
import { live } from '@zo/web/live';

const GRACE_MS = 1500;

/** A thin bar while the server cannot be heard; short hiccups show nothing. */
export function ConnectionBar() {
  const connected = useAppSelector((state) => state.ui.connection === 'live');
  const [everLive, setEverLive] = useState(false);
  const [shown, setShown] = useState(false);

  useEffect(() => live.on('status', (status) => status === 'live' && setEverLive(true)), []);
  useEffect(() => {
    if (connected) return setShown(false);
    const timer = setTimeout(() => setShown(true), everLive ? GRACE_MS : 4 * GRACE_MS);
    return () => clearTimeout(timer);
  }, [connected, everLive]);

  if (!shown) return null;
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-40 flex h-7 items-center justify-center gap-2 border-b border-line-1 bg-warn-soft text-xs font-medium text-warn">
      <span className="size-1.5 animate-pulse-soft rounded-full bg-current" />
      Reconnecting. Your edits are kept.
    </div>
  );
}
