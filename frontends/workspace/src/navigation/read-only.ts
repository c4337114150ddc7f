import type { Machine } from '@zo/web/api';
import { isMachineRoot, machineOf, type Location } from '@zo/web/paths';
import { machinesApi, store, useMachinesQuery } from '@zo/web/store';

const isIn = (machines: readonly Machine[] | undefined, { root }: Location): boolean =>
  isMachineRoot(root) && (machines?.some(({ id, read_only }) => read_only && id === machineOf(root)) ?? false);

/**
 * Whether a place is on a machine that lets Zo only read, as far as is known. For menus, which are made when opened.
 */
export const isReadOnly = (location: Location): boolean =>
  isIn(machinesApi.endpoints.machines.select()(store.getState()).data, location);

/** The same for a component, which makes it known. */
export function useIsReadOnly(location: Location): boolean {
  const { data } = useMachinesQuery(undefined, { skip: !isMachineRoot(location.root) });
  return isIn(data, location);
}
