/** Whether this browser tells its user that an answer is done. A browser allows it to a site, not to an account. */
import { useSyncExternalStore } from 'react';

export * from './push';

const KEY = 'zo-notices';
const changes = new EventTarget();

/** `unset`: its user was not asked yet. `blocked`: only the settings of the browser can change that. */
export type NoticesState = 'unset' | 'on' | 'off' | 'blocked' | 'unsupported';

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function noticesState(): NoticesState {
  if (!('Notification' in globalThis)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const wish = stored();
  if (wish === 'on' && Notification.permission === 'granted') return 'on';
  return wish === null ? 'unset' : 'off';
}

function wish(value: 'on' | 'off'): void {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // Without storage nothing is kept, and the user is asked again.
  }
  changes.dispatchEvent(new Event('change'));
}

/** Asks the browser for its permission, which only works after a click. */
export async function turnNoticesOn(): Promise<NoticesState> {
  if (noticesState() === 'unsupported') return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission === 'granted') wish('on');
  else changes.dispatchEvent(new Event('change'));
  return noticesState();
}

export const turnNoticesOff = (): void => wish('off');

export const useNotices = (): NoticesState =>
  useSyncExternalStore((changed) => {
    changes.addEventListener('change', changed);
    // Another tab of this browser.
    window.addEventListener('storage', changed);
    return () => {
      changes.removeEventListener('change', changed);
      window.removeEventListener('storage', changed);
    };
  }, noticesState);
