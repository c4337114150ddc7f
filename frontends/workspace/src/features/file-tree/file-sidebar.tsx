import { ChevronDown, Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from '@zo/web/router';
import { allCollapsed } from '../../workspace.slice';
import { useAppDispatch, useMeQuery, useUpdateSettingsMutation } from '@zo/web/store';
import { isMachineRoot, parseFileLocation, type Location } from '@zo/web/paths';
import { cn, IconButton, Menu } from '@zo/web/ui';
import { newEntries } from '../../operations/menu';
import { useMachineRoots, useRootName } from '../../navigation/roots';
import { forceRefresh } from '../../navigation/refresh';
import { useOpen } from '../../navigation/use-open';
import { Favourites } from './favourites';
import { FileTree } from './file-tree';
import { Recent } from './recent';

/** The file tree with its head: root switch, new entries and display options. */
export function FileSidebar() {
  const { pathname } = useLocation();
  const location = parseFileLocation(pathname);
  const root = location?.root ?? 'w';
  const current: Location | undefined = location?.root ? { root, path: location.path } : undefined;
  const dispatch = useAppDispatch();
  const open = useOpen();
  const { data: me } = useMeQuery();
  const [updateSettings] = useUpdateSettingsMutation();
  const dotfiles = me?.settings.show_dotfiles ?? false;
  const target: Location = { root, path: [] };
  const [isLooking, setIsLooking] = useState(false);
  const machines = useMachineRoots(isLooking || isMachineRoot(root));
  const name = useRootName(root);

  return (
    <div className="flex h-full flex-col">
      <div className="flex h-12 shrink-0 items-center gap-0.5 pr-2 pl-3">
        <Menu
          label="Root"
          align="start"
          onOpenChange={setIsLooking}
          entries={[
            { label: 'Workspace', checked: root === 'w', onSelect: () => open({ root: 'w', path: [] }) },
            { label: 'Sites', checked: root === 's', onSelect: () => open({ root: 's', path: [] }) },
            ...machines.map((machine) => ({
              label: machine.name,
              checked: root === machine.root,
              onSelect: () => open({ root: machine.root, path: [] }),
            })),
          ]}
        >
          <button
            type="button"
            className={cn(
              'flex h-7 min-w-0 items-center gap-1 rounded-md px-1.5 text-base font-semibold',
              'pointer-coarse:h-11 hover:bg-surface-3 data-[state=open]:bg-surface-3',
            )}
          >
            <span className="truncate">{name}</span>
            <ChevronDown className="size-3.5 shrink-0 text-text-3" />
          </button>
        </Menu>
        <div className="flex-1" />
        <Menu label="New" entries={newEntries(target)}>
          <IconButton label="New">
            <Plus />
          </IconButton>
        </Menu>
        <Menu
          label="View"
          entries={[
            {
              label: 'Show dot-folders',
              checked: dotfiles,
              onSelect: () => void updateSettings({ show_dotfiles: !dotfiles }),
            },
            { label: 'Close all folders', onSelect: () => void dispatch(allCollapsed()) },
            { label: 'Refresh', onSelect: () => void forceRefresh() },
          ]}
        >
          <IconButton label="Tree options">
            <Ellipsis />
          </IconButton>
        </Menu>
      </div>
      <Favourites current={current} />
      <Recent current={current} />
      <div className="min-h-0 flex-1">
        <FileTree root={root} current={current} />
      </div>
    </div>
  );
}
