import { Download, Ellipsis, Pencil } from 'lucide-react';
import { inArticles, inTrash } from '@zo/web/paths';
import { IconButton, Menu } from '@zo/web/ui';
import { isReadOnly } from '../../navigation/read-only';
import type { Open } from '../../navigation/use-open';
import { downloadItems } from '../../operations/actions';
import { entryMenu, renameEntry } from '../../operations/menu';
import type { Entry } from '../../workspace.slice';

interface RowActionsProps {
  entry: Entry;
  /** Shows only the menu button. */
  compact: boolean;
  onOpen: Open;
  onMenu: (open: boolean) => void;
}

/** Rendered only for the row under the pointer: menus and tooltips in every row would drop frames while scrolling. */
export function RowActions({ entry, compact, onOpen, onMenu }: RowActionsProps) {
  const locked = inTrash(entry) || inArticles(entry) || isReadOnly(entry);
  return (
    <div
      className="flex justify-end gap-0.5"
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
    >
      {compact || inTrash(entry) ? null : (
        <IconButton label="Download" tabIndex={-1} onClick={() => downloadItems([entry])}>
          <Download />
        </IconButton>
      )}
      {compact || locked ? null : (
        <IconButton label="Rename" tabIndex={-1} onClick={() => renameEntry(entry, 'grid')}>
          <Pencil />
        </IconButton>
      )}
      <Menu label={`Actions for ${entry.name}`} entries={entryMenu([entry], onOpen, 'grid')} onOpenChange={onMenu}>
        <IconButton label="More" tabIndex={-1}>
          <Ellipsis />
        </IconButton>
      </Menu>
    </div>
  );
}
