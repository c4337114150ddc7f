import {
  AppWindow,
  ArchiveRestore,
  Calculator,
  ClipboardPaste,
  Columns2,
  Copy,
  CopyPlus,
  Download,
  FilePlus2,
  FileText,
  FolderInput,
  FolderPlus,
  Globe,
  HardDriveDownload,
  History,
  Link2,
  Newspaper,
  NotebookText,
  Pencil,
  Scissors,
  Search,
  Sheet,
  SquareArrowOutUpRight,
  Star,
  StarOff,
  StickyNote,
  Trash2,
  Upload,
  Workflow,
} from 'lucide-react';
import { fileHref, inArticles, inTrash, isOnMachine, ofComputer, parentOf, type Location } from '@zo/web/paths';
import { isApple, isPhone, type MenuEntry } from '@zo/web/ui';
import type { CreateType } from '../api/mutations';
import { MESSAGES } from '../messages';
import { isReadOnly } from '../navigation/read-only';
import type { Open } from '../navigation/use-open';
import { pickUploads } from '../uploads/upload-picker';
import type { Box, Entry } from '../workspace.slice';
import { copyText, downloadItems, duplicateItems, trashItems } from './actions';
import { setClipboard, pasteItems } from './clipboard';
import { conversionEntries } from './convert/conversion-entries';
import { extractEntries } from './convert/extract-entries';
import { isFavourite, toggleFavourite } from './favourites/favourites';
import { canPaste } from './held';
import { openDialog as open } from './open-dialog';
import { saySize } from './sizes';
import { trashMenu } from './trash/trash-menu';

const create = (kind: CreateType, parent: Location) => () => open({ type: 'create', kind, parent });

/** In place of what changes files where Zo may only read. */
const readOnlyNote: MenuEntry = { label: MESSAGES.readOnly, disabled: true, onSelect: () => undefined };

/** Menu entries that create something in a folder. */
export function newEntries(parent: Location): MenuEntry[] {
  if (isReadOnly(parent)) return [readOnlyNote];
  const plain: MenuEntry[] = [
    { label: 'New note', icon: <StickyNote />, onSelect: create('note', parent) },
    { label: 'New Markdown file', icon: <FileText />, onSelect: create('markdown', parent) },
    { label: 'New file', icon: <FilePlus2 />, onSelect: create('file', parent) },
    { label: 'New folder', icon: <FolderPlus />, onSelect: create('folder', parent) },
  ];
  const uploads: MenuEntry[] = [
    'separator',
    { label: 'Upload files', icon: <Upload />, onSelect: () => pickUploads(parent, 'files') },
    { label: 'Upload a folder', icon: <Upload />, onSelect: () => pickUploads(parent, 'folder') },
  ];
  if (isOnMachine(parent)) return [...plain, ...uploads];
  return [
    ...plain,
    { label: 'New sheet', icon: <Sheet />, onSelect: create('sheet', parent) },
    { label: 'New zoroutine', icon: <Workflow />, onSelect: create('zoroutine', parent) },
    { label: 'New site', icon: <Globe />, onSelect: create('site', parent) },
    ...uploads,
    ...(parent.root === 'w' ? importEntries(parent) : []),
  ];
}

const importEntries = (parent: Location): MenuEntry[] => [
  {
    label: 'Import from Google Drive',
    icon: <HardDriveDownload />,
    onSelect: () => open({ type: 'import', from: 'drive', parent }),
  },
  {
    label: 'Import from Notion',
    icon: <NotebookText />,
    onSelect: () => open({ type: 'import', from: 'notion', parent }),
  },
];

const saveArticle = (): MenuEntry => ({
  label: 'Save article',
  icon: <Newspaper />,
  onSelect: () => open({ type: 'save-article', url: '' }),
});

/** Where an entry was pressed: tree and listing often show the same entry. */
export type Within = 'tree' | 'grid';

/** Rectangle of an entry's row, for the rename popover. */
function boxOf(entry: Entry, within: Within): Box {
  const row = [...document.querySelectorAll<HTMLElement>(`[role=${within}] [data-location]`)].find(
    (element) => element.dataset.location === `${entry.root}/${entry.path.join('/')}`,
  );
  const { x, y, width, height } = row?.getBoundingClientRect() ?? {
    x: window.innerWidth / 2 - 144,
    y: 120,
    width: 288,
    height: 0,
  };
  return { x, y, width: Math.min(width, 320), height };
}

/** Articles are named by their pages. */
export const canRename = (entry: Location): boolean => !inTrash(entry) && !inArticles(entry) && !isReadOnly(entry);

export const renameEntry = (entry: Entry, within: Within): void =>
  open({ type: 'rename', entry, box: boxOf(entry, within) });

function favouriteEntry(entry: Entry): MenuEntry {
  const onSelect = () => void toggleFavourite(ofComputer(entry));
  return isFavourite(entry)
    ? { label: MESSAGES.removeFavourite, icon: <StarOff />, keys: 'Mod+D', onSelect }
    : { label: MESSAGES.addFavourite, icon: <Star />, keys: 'Mod+D', onSelect };
}

const copyLink = (entry: Entry): MenuEntry => ({
  label: 'Copy link',
  icon: <Link2 />,
  onSelect: () => void copyText(new URL(fileHref(entry), window.location.href).href, 'Copied link'),
});

const rename = (entry: Entry, within: Within): MenuEntry => ({
  label: 'Rename',
  icon: <Pencil />,
  keys: 'F2',
  onSelect: () => renameEntry(entry, within),
});

/** A machine has no history, no index and no conversions. */
function machineMenu(
  items: Entry[],
  { openEntry, within, download }: { openEntry: Open; within: Within; download: MenuEntry },
): MenuEntry[] {
  const [only] = items.length === 1 ? items : [];
  const locked = isReadOnly(items[0]!);
  return [
    ...(only ? openEntries(only, openEntry) : []),
    ...(only && !locked ? [rename(only, within)] : []),
    ...(locked ? [copyEntry(items)] : transferEntries(items)),
    'separator',
    download,
    ...(only ? [copyLink(only)] : []),
    'separator',
    locked ? readOnlyNote : trashEntry(items),
  ];
}

/** Ways to open one entry, and to make something in it. */
const openEntries = (entry: Entry, openEntry: Open): MenuEntry[] => [
  { label: 'Open', icon: <SquareArrowOutUpRight />, keys: 'Enter', onSelect: () => openEntry(entry) },
  ...tabEntries(entry, openEntry),
  ...(entry.isDirectory && !isReadOnly(entry)
    ? [{ label: 'New', icon: <FilePlus2 />, entries: newEntries(entry) } satisfies MenuEntry]
    : []),
];

const copyEntry = (items: Entry[]): MenuEntry => ({
  label: 'Copy',
  icon: <Copy />,
  keys: 'Mod+C',
  onSelect: () => setClipboard(items, false),
});

/** Moving and copying. `extra`: before the last one. */
function transferEntries(items: Entry[], extra: MenuEntry[] = []): MenuEntry[] {
  const [only] = items.length === 1 ? items : [];
  return [
    { label: 'Move to…', icon: <FolderInput />, onSelect: () => open({ type: 'move', items }) },
    'separator',
    copyEntry(items),
    { label: 'Cut', icon: <Scissors />, keys: 'Mod+X', onSelect: () => setClipboard(items, true) },
    ...(canPaste() && only?.isDirectory
      ? ([{ label: 'Paste into', icon: <ClipboardPaste />, onSelect: () => void pasteItems(only) }] as MenuEntry[])
      : []),
    ...extra,
    { label: 'Duplicate', icon: <CopyPlus />, onSelect: () => void duplicateItems(items) },
  ];
}

const trashEntry = (items: Entry[]): MenuEntry => ({
  label: 'Move to trash',
  icon: <Trash2 />,
  danger: true,
  keys: isApple ? 'Mod+Backspace' : 'Ctrl+Del',
  onSelect: () => void trashItems(items),
});

/** Ways to open an entry where there are tabs. */
function tabEntries(entry: Entry, openEntry: Open): MenuEntry[] {
  if (isPhone()) return [];
  return [
    { label: 'Open in new tab', icon: <AppWindow />, onSelect: () => openEntry(entry, undefined, 'tab') },
    { label: 'Open beside', icon: <Columns2 />, onSelect: () => openEntry(entry, undefined, 'beside') },
  ];
}

/** FT-09: menu of one or more rows. `openEntry` opens a single entry, or a view of it. */
export function entryMenu(items: Entry[], openEntry: Open, within: Within): MenuEntry[] {
  const [only] = items;
  if (!only) return [];
  if (inTrash(only))
    return only.path.length === 1
      ? [{ label: 'Empty trash', icon: <Trash2 />, danger: true, onSelect: () => open({ type: 'empty-trash' }) }]
      : trashMenu(items, openEntry);
  const download: MenuEntry = {
    label: items.length > 1 || only.isDirectory ? 'Download as zip' : 'Download',
    icon: <Download />,
    onSelect: () => downloadItems(items),
  };
  if (inArticles(only)) return [saveArticle(), download];
  if (isOnMachine(only)) return machineMenu(items, { openEntry, within, download });
  const single = items.length === 1;
  return [
    ...(single ? [...openEntries(only, openEntry), rename(only, within), favouriteEntry(only)] : []),
    ...transferEntries(items, single && !only.isDirectory ? extractEntries(only, openEntry) : []),
    ...(single && !only.isDirectory ? conversionEntries(only, openEntry) : []),
    'separator',
    ...(single && only.isDirectory && only.root === 'w'
      ? ([{ label: MESSAGES.searchFolder, icon: <Search />, onSelect: () => openEntry(only, 'search') }] as MenuEntry[])
      : []),
    ...(single && only.isDirectory
      ? ([{ label: MESSAGES.showSize, icon: <Calculator />, onSelect: () => void saySize(only) }] as MenuEntry[])
      : []),
    download,
    ...(single ? [copyLink(only)] : []),
    ...(single
      ? ([
          {
            label: 'Versions',
            icon: <History />,
            onSelect: () => openEntry(only, only.isDirectory ? 'folder-versions' : 'versions'),
          },
          ...(only.isDirectory
            ? [{ label: 'Deleted files', icon: <ArchiveRestore />, onSelect: () => openEntry(only, 'deleted') }]
            : []),
        ] as MenuEntry[])
      : []),
    'separator',
    trashEntry(items),
  ];
}

/** FT-09: menu of the empty area of a folder. */
export function folderMenu(folder: Location): MenuEntry[] {
  if (inTrash(folder)) return [];
  if (inArticles(folder)) return [saveArticle()];
  return [
    ...newEntries(folder),
    ...(canPaste() && !isReadOnly(folder)
      ? ([
          'separator',
          { label: 'Paste', icon: <ClipboardPaste />, keys: 'Mod+V', onSelect: () => void pasteItems(folder) },
        ] as MenuEntry[])
      : []),
  ];
}

/** The folder for a new entry when `entry` is the current one. */
export const targetFolder = (entry: Entry): Location =>
  entry.isDirectory ? { root: entry.root, path: entry.path } : parentOf(entry);
