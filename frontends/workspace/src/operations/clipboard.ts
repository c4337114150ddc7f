import { nameOf, type Location } from '@zo/web/paths';
import { toast } from '@zo/web/ui';
import { copyItems, moveItems } from './actions';

let held: { items: Location[]; cut: boolean } | null = null;

/** FT-12: keeps entries for a later paste. */
export function setClipboard(items: readonly Location[], cut: boolean): void {
  if (items.length === 0) return;
  held = { items: [...items], cut };
  toast(`${cut ? 'Cut' : 'Copied'} ${items.length === 1 ? `"${nameOf(items[0]!)}"` : `${items.length} items`}`);
}

export const canPaste = (): boolean => held !== null;

/** FT-12: pastes the kept entries; a cut can be pasted once. */
export async function pasteItems(target: Location): Promise<void> {
  if (!held) return;
  const { items, cut } = held;
  if (cut) {
    held = null;
    await moveItems(items, target);
  } else await copyItems(items, target);
}
