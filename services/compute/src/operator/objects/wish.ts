import { API_VERSION, type ComputerSpec, LABEL } from './resources.js';

/** Whose field `operatingMode` is (server-side apply): compute puts computers to sleep and wakes them, so it stays compute's whoever asked. */
export const WISHER = 'compute';

/** All that compute says about a computer; what is left out would be removed. */
export function wishOf(
  name: string,
  { userId, handle, planRef, operatingMode }: Pick<ComputerSpec, 'userId' | 'handle' | 'planRef' | 'operatingMode'>,
) {
  const labels = { [LABEL.user]: userId, [LABEL.plan]: planRef.name };
  return {
    apiVersion: API_VERSION,
    kind: 'Computer',
    metadata: { name, labels },
    spec: { userId, handle, planRef, operatingMode },
  };
}
