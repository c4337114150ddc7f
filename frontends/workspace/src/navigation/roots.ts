import { machineOf, isMachineRoot, nameOf, type Location, type Root } from '@zo/web/paths';
import { useMachinesQuery } from '@zo/web/store';

const POLL_MS = 15_000;

/** The machines whose folders can be shown now. `wanted`: whether anybody looks. */
export function useMachineRoots(wanted: boolean): { root: Root; name: string }[] {
  const { data = [] } = useMachinesQuery(undefined, { skip: !wanted, pollingInterval: POLL_MS });
  return data
    .filter(({ connected, platform }) => connected && platform === 'linux')
    .map(({ id, name }) => ({ root: `m${id}`, name }));
}

/** The name of a root; of a machine the one that its user gave it. */
export function useRootName(root: Root): string {
  const { data = [] } = useMachinesQuery(undefined, { skip: !isMachineRoot(root) });
  const machine = isMachineRoot(root) ? data.find(({ id }) => id === machineOf(root)) : undefined;
  return machine?.name ?? nameOf({ root, path: [] });
}

/** The name of an entry, or of the root that it is. */
export function useNameOf(location: Location): string {
  const rootName = useRootName(location.root);
  return location.path.length === 0 ? rootName : nameOf(location);
}
