import { useEffect } from 'react';
import { useSetZoneMutation } from '../../api/schedules.endpoints';
import { browserZone } from '@zo/web/schedules';

const KEY = 'zo-zone-told';
/** Later than what the first page needs. */
const PAUSE_MS = 3_000;

/** Tells the server, once a tab, in which zone schedules of the assistant are meant. */
export function useTellZone(): void {
  const [setZone] = useSetZoneMutation();
  useEffect(() => {
    const zone = browserZone();
    if (sessionStorage.getItem(KEY) === zone) return;
    const timer = setTimeout(() => {
      setZone(zone)
        .unwrap()
        .then(() => sessionStorage.setItem(KEY, zone))
        // Told again by the next tab; until then schedules are made in the zone told before.
        .catch(() => undefined);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [setZone]);
}
