import { ChevronRight, Ellipsis, Folder, FolderOpen, FolderX, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { toProblem } from '@zo/web/store';
import { cn, ContextMenuArea, IconButton, Menu, toast, type MenuEntry } from '@zo/web/ui';
import { useRenameFolderMutation } from '../../api/places.endpoints';
import { TEXT } from '../../messages';
import { ChatRows, type ShowRow } from './chat-rows';

const MENU_CLOSES_MS = 50;

interface ChatFolderProps {
  name: string;
  count: number;
  row: ShowRow;
  onRename: (name: string, box: DOMRect) => void;
}

/** A folder of the list of chats. Its chats are read when it is opened. */
export function ChatFolder({ name, count, row, onRename }: ChatFolderProps) {
  const [open, setOpen] = useState(false);
  const [rename] = useRenameFolderMutation();
  const head = useRef<HTMLDivElement>(null);
  const end = () => {
    rename({ folder: name, to: null })
      .unwrap()
      .then(
        () => toast(TEXT.folderEnded(name)),
        (failure: unknown) => toast.error(toProblem(failure).detail),
      );
  };
  const entries: MenuEntry[] = [
    {
      label: TEXT.rename,
      icon: <Pencil />,
      // The menu returns the focus when it closes, so the popover has to open after that.
      onSelect: () =>
        setTimeout(() => onRename(name, head.current?.getBoundingClientRect() ?? new DOMRect()), MENU_CLOSES_MS),
    },
    { label: TEXT.endFolder, icon: <FolderX />, onSelect: end },
  ];
  const Shape = open ? FolderOpen : Folder;
  return (
    <li>
      <ContextMenuArea label={name} entries={entries}>
        <div ref={head} className="group relative flex items-center rounded-md hover:bg-surface-3">
          <button
            type="button"
            data-chat-folder
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className={cn(
              'flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-md py-1 pr-8',
              'pl-2 text-left text-base text-text-2 group-hover:text-text-1',
              'pointer-coarse:min-h-11',
            )}
          >
            <Shape aria-hidden className="size-4 shrink-0 text-text-2" />
            <span className="min-w-0 truncate">{name}</span>
            <span className="shrink-0 text-xs text-text-3 tabular-nums">{count}</span>
            <ChevronRight
              aria-hidden
              className={cn('size-3.5 shrink-0 text-text-3 transition-transform', open && 'rotate-90')}
            />
          </button>
          <span
            className={cn(
              'absolute right-1 opacity-0 group-focus-within:opacity-100',
              'group-hover:opacity-100 has-[[data-state=open]]:opacity-100',
              'pointer-coarse:opacity-100',
            )}
          >
            <Menu label={name} entries={entries}>
              <IconButton size="sm" label={TEXT.folderMore(name)}>
                <Ellipsis />
              </IconButton>
            </Menu>
          </span>
        </div>
      </ContextMenuArea>
      {open ? (
        <div className="ml-3 border-l border-line-1 pl-1">
          <ChatRows part={{ folder: name }}>{(chats) => <ul aria-label={name}>{chats.map(row)}</ul>}</ChatRows>
        </div>
      ) : null}
    </li>
  );
}
