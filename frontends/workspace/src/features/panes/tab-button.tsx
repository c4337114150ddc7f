import { X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useIsFolder } from '@zo/web/store';
import { inTrash, nameOf, shownName } from '@zo/web/paths';
import { cn, ContextMenuArea, type MenuEntry } from '@zo/web/ui';
import { documents } from '../../document/use-document';
import { FileIcon } from '@zo/web/file-types';
import type { Tab } from '../../panes/layout';
import { PANES } from './messages';
import { dragTab } from './tab-drag';

export interface TabButtonProps {
  tab: Tab;
  isActive: boolean;
  /** It is the active tab of the focused pane. */
  isFocused: boolean;
  isPreview: boolean;
  menu: MenuEntry[];
  onChoose: () => void;
  onClose: () => void;
  onKeep: () => void;
}

/** Title of a note without its extension, which the icon shows. */
const titleOf = (tab: Tab): string => shownName(nameOf(tab.location).replace(/(.)\.md$/, '$1'));

/** One tab. The cross is for the pointer only: Delete closes a tab by the keyboard. */
export function TabButton({ tab, isActive, isFocused, isPreview, menu, ...actions }: TabButtonProps) {
  const { onChoose, onClose, onKeep } = actions;
  const element = useRef<HTMLDivElement>(null);
  const isUnsaved = useSyncExternalStore(documents.subscribe, () => documents.isUnsaved(tab.location));
  const isFolder = useIsFolder(tab.location) ?? false;
  useEffect(() => dragTab(element.current!, tab.id), [tab.id]);
  useEffect(() => {
    if (isActive) element.current!.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isActive]);
  const title = titleOf(tab);
  return (
    <ContextMenuArea entries={menu} label={title}>
      <div
        ref={element}
        role="presentation"
        data-tab={tab.id}
        onAuxClick={(event) => event.button === 1 && onClose()}
        className={cn(
          'group relative flex h-10 max-w-60 min-w-24 shrink-0 items-center border-r border-line-1',
          isActive ? 'bg-surface-1 text-text-1' : 'bg-surface-0 text-text-2 hover:bg-surface-2 hover:text-text-1',
          isFocused && 'shadow-[inset_0_2px_0_var(--accent)]',
        )}
      >
        <button
          type="button"
          role="tab"
          id={`tab-${tab.id}`}
          aria-selected={isActive}
          aria-controls={isActive ? `panel-${tab.id}` : undefined}
          aria-keyshortcuts="Delete"
          aria-label={isUnsaved ? `${title}, ${PANES.unsaved.toLowerCase()}` : undefined}
          tabIndex={isActive ? 0 : -1}
          title={shownName([nameOf({ ...tab.location, path: [] }), ...tab.location.path].join(' / '))}
          onClick={onChoose}
          onDoubleClick={onKeep}
          className="flex h-10 min-w-0 flex-1 items-center gap-2 pr-7 pl-3 text-sm -outline-offset-2"
        >
          <FileIcon
            name={nameOf(tab.location)}
            isDirectory={isFolder}
            trash={inTrash(tab.location) && tab.location.path.length === 1}
            className="size-4 shrink-0"
          />
          <span className={cn('truncate', isPreview && 'italic')}>{title}</span>
        </button>
        <button
          type="button"
          aria-hidden
          tabIndex={-1}
          onClick={onClose}
          className={cn(
            'absolute right-1 flex size-6 items-center justify-center rounded-md text-text-3',
            'hover:bg-surface-3 hover:text-text-1',
            !isActive && !isUnsaved && 'opacity-0 group-hover:opacity-100 pointer-coarse:opacity-100',
          )}
        >
          {isUnsaved ? <span className="size-2 rounded-full bg-text-2 group-hover:hidden" /> : null}
          <X className={cn('size-3.5', isUnsaved && 'hidden group-hover:block')} />
        </button>
      </div>
    </ContextMenuArea>
  );
}
