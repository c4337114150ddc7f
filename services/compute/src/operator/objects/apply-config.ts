import { API_VERSION, type ComputerSpec, LABEL } from './resources.js';

/** The field manager that owns `operatingMode` in server-side applies, whichever caller asked for the change. */
export const FIELD_MANAGER = 'compute';

/**
 * The apply configuration of a computer. It must be complete: server-side apply removes fields of ours that are
 * missing.
 */
export function applyConfig(
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
