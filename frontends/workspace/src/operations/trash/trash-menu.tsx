import { ArchiveRestore, FolderOpen, Trash2 } from 'lucide-react';
import { nameOf } from '@zo/web/paths';
import { store } from '@zo/web/store';
import type { MenuEntry } from '@zo/web/ui';
import { originIn, trashApi, type Origin } from '../../api/trash.endpoints';
import { MESSAGES } from '../../messages';
import type { Open } from '../../navigation/use-open';
import type { Entry } from '../../workspace.slice';
import { restoreItems } from '../actions';
import { openDialog } from '../open-dialog';

const originOf = (name: string): Origin | undefined =>
  originIn(trashApi.endpoints.origins.select()(store.getState()).data, name);

/** The menu of entries in the trash. */
export function trashMenu(items: Entry[], openEntry: Open): MenuEntry[] {
  // Only entries directly in Trash have an original path to restore to.
  const restorable = items.filter(({ path }) => path.length === 2);
  const [only] = restorable;
  const origin = items.length === 1 && only ? originOf(only.name) : undefined;
  return [
    ...(restorable.length === items.length
      ? ([
          {
            label: 'Restore',
            icon: <ArchiveRestore />,
            onSelect: () => void restoreItems(items.map(({ name }) => name)),
          },
        ] as MenuEntry[])
      : []),
    ...(origin
      ? ([
          {
            label: MESSAGES.openOriginal,
            icon: <FolderOpen />,
            hint: nameOf(origin.folder),
            onSelect: () => openEntry(origin.folder),
          },
        ] as MenuEntry[])
      : []),
    {
      label: 'Delete permanently',
      icon: <Trash2 />,
      danger: true,
      onSelect: () => openDialog({ type: 'delete', items }),
    },
  ];
}
