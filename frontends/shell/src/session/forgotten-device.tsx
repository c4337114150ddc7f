import { useEffect } from 'react';
import { useMeQuery } from '@zo/web/store';

/** AP-02: the server forgets a device with its session, and so does the push service of the browser. */
export function ForgottenDevice() {
  const { data: me } = useMeQuery();
  const isSignedOut = me === null;
  useEffect(() => {
    // Without a network the browser stays subscribed, but the server sends it nothing any more.
    if (isSignedOut) void forget().catch(() => undefined);
  }, [isSignedOut]);
  return null;
}

async function forget(): Promise<void> {
  // A visitor who never signed in has no worker.
  if (!(await navigator.serviceWorker?.getRegistration())) return;
  const { setOwnDevice, unsubscribe } = await import('@zo/web/notices');
  setOwnDevice(null);
  await unsubscribe();
}
