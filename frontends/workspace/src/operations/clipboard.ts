import { nameOf, pathKey, type Location } from '@zo/web/paths';
import { toast, writeClipboard } from '@zo/web/ui';
import { MESSAGES } from '../messages';
import { uploadDropped } from '../uploads/upload-picker';
import { copyItems, moveItems } from './actions';
import { showArrived } from './arrivals';
import { keepHeld, MAX_HELD, me, readHeld } from './held';

/** FT-12: keeps entries for a later paste in any tab. */
export function setClipboard(items: readonly Location[], isCut: boolean): void {
  if (items.length === 0) return;
  if (items.length > MAX_HELD) return void toast.error(MESSAGES.tooManyHeld(MAX_HELD));
  const text = items.map(pathKey).join('\n');
  const held = { owner: me(), items: items.map(({ root, path }) => ({ root, path })), isCut, text, isWritten: false };
  try {
    keepHeld(held);
  } catch {
    return void toast.error(MESSAGES.tooManyHeld(MAX_HELD));
  }
  const said = MESSAGES.held(isCut, items.length === 1 ? `"${nameOf(items[0]!)}"` : `${items.length} items`);
  writeClipboard(text).then(
    () => {
      if (readHeld().held?.text === text) keepHeld({ ...held, isWritten: true });
      toast(said);
    },
    () => toast(said, { description: MESSAGES.heldOnlyHere }),
  );
}

/** Forgets what was cut; false when nothing was. */
export function cancelCut(): boolean {
  if (!readHeld().held?.isCut) return false;
  keepHeld(null);
  return true;
}

/** FT-12: pastes the kept entries; a cut can be pasted once. Resolves to where they are now. */
export async function pasteItems(target: Location): Promise<Location[]> {
  const { held } = readHeld();
  if (!held) {
    toast(MESSAGES.nothingToPaste);
    return [];
  }
  if (!held.isCut) return copyItems(held.items, target);
  const moved = await moveItems(held.items, target, { clash: 'keep-both' });
  if (moved.length > 0 && readHeld().held?.text === held.text) keepHeld(null);
  showArrived(moved);
  return moved;
}

/** FT-12, FT-08: pastes what the system's clipboard has: files of the desktop are uploaded, the kept entries pasted. */
export async function pasteFrom(data: DataTransfer, target: Location): Promise<Location[]> {
  if (data.files.length > 0) {
    void uploadDropped(target, [...data.items]);
    return [];
  }
  const text = data.getData('text/plain').replaceAll('\r\n', '\n');
  const { held } = readHeld();
  if (held?.isWritten && text !== held.text) {
    toast(MESSAGES.nothingToPaste);
    return [];
  }
  return pasteItems(target);
}
