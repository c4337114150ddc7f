import { isOnMachine } from '@zo/web/paths';
import type { Moved } from '../../api/mutations';
import type { Trashed } from '../steps';

/** What can be brought back, by the trash that it is in. */
export function trashedIn(results: readonly Moved[]): Trashed[] {
  const found: Trashed[] = [];
  for (const { trashed, error, ...location } of results) {
    if (!trashed || error) continue;
    const root = isOnMachine(location) ? location.root : 'w';
    const known = found.find((each) => each.root === root);
    if (known) known.names.push(trashed);
    else found.push({ root, names: [trashed] });
  }
  return found;
}
