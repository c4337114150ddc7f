import {
  ArchiveRestore,
  Calculator,
  ChevronLeft,
  Ellipsis,
  History,
  Newspaper,
  Plus,
  Star,
  Trash2,
  Upload,
} from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { Link } from '@zo/web/router';
import { useAppDispatch, useFolderQuery, useMeQuery, type Folder } from '@zo/web/store';
import { formatCount, formatSize } from '@zo/web/format';
import {
  inArticles,
  inTrash,
  isOnComputer,
  isSame,
  nameOf,
  parentOf,
  type ComputerLocation,
  type Location,
  shownName,
} from '@zo/web/paths';
import { Button, IconButton, loadable, Menu, usePhone, type MenuEntry } from '@zo/web/ui';
import { FileIcon } from '@zo/web/file-types';
import { MESSAGES } from '../../messages';
import { useIsReadOnly } from '../../navigation/read-only';
import { useMachineRoots, useNameOf } from '../../navigation/roots';
import { useHref, useOpen } from '../../navigation/use-open';
import { toggleFavourite } from '../../operations/favourites/favourites';
import { entryMenu, newEntries } from '../../operations/menu';
import { showSize, useIsSizeShown, useTotal } from '../../operations/sizes';
import { fileBytes, orderByName } from '../../sorting/sort';
import { useVisibility } from '../../sorting/use-shown';
import { pickUploads } from '../../uploads/upload-picker';
import { dialogOpened, type Entry } from '../../workspace.slice';
import { breadcrumbs } from './breadcrumbs';
import { ChatsPopup } from './chats-popup';
import { ViewSwitch } from './view-switch';

// A folder has none.
const ProvenanceNote = loadable(() => import('./provenance-note').then((module) => module.ProvenanceNote));

function Crumbs({ location, isDirectory }: { location: Location; isDirectory: boolean }) {
  const { hidden, shown } = breadcrumbs(location);
  const name = useNameOf(location);
  const href = useHref();
  const open = useOpen();
  const trash = inTrash(location) && location.path.length === 1;
  return (
    <nav aria-label="Path" className="flex min-w-16 items-center gap-1 text-base">
      <FileIcon
        name={nameOf(location)}
        isDirectory={isDirectory}
        open
        trash={trash}
        className="mr-1 size-4 text-text-2 max-md:hidden"
      />
      {hidden.length ? (
        <>
          <Menu
            label="Folders above"
            align="start"
            entries={hidden.map(({ label, location: above }) => ({ label, onSelect: () => open(above) }))}
          >
            <IconButton label="Folders above" size="sm">
              <Ellipsis />
            </IconButton>
          </Menu>
          <span className="text-text-3">/</span>
        </>
      ) : null}
      {shown.slice(0, -1).map(({ label, location: above }) => (
        <span key={above.path.length} className="flex shrink-0 items-center gap-1 @max-xl:hidden">
          <Link to={href(above)} className="rounded-md px-0.5 text-text-2 hover:text-text-1">
            {label}
          </Link>
          <span className="text-text-3">/</span>
        </span>
      ))}
      <h1 className="truncate px-0.5 text-base font-semibold tracking-normal" title={shownName(name)}>
        {shown.at(-1)?.label ?? name}
      </h1>
    </nav>
  );
}

/** Item count and total size of the visible rows, beside the name of a folder: '214 items, 1.4 GB'. */
function FolderSummary({ location }: { location: Location }) {
  const { data } = useFolderQuery(location);
  const shown = useVisibility(location);
  const isWhole = useIsSizeShown(location);
  if (!data) return null;
  const rows = orderByName(data, shown);
  const bytes = fileBytes(data, rows);
  const hasFolders = rows.some((index) => data.isDir[index]);
  return (
    <span className="ml-2 flex shrink-0 items-center gap-1 text-sm text-text-3 tabular-nums @max-xl:hidden">
      <span>
        {formatCount(rows.length, 'item')}
        {isWhole && hasFolders ? <WholeSize location={location} folder={data} rows={rows} /> : null}
        {bytes > 0 && !(isWhole && hasFolders) ? `, ${formatSize(bytes)}` : null}
      </span>
      {hasFolders && !isWhole && isOnComputer(location) ? (
        <IconButton label={MESSAGES.countFolders} size="sm" onClick={() => showSize(location)}>
          <Calculator />
        </IconButton>
      ) : null}
    </span>
  );
}

/** The files of a folder and all that is below its folders. */
function WholeSize({ location, folder, rows }: { location: Location; folder: Folder; rows: readonly number[] }) {
  const folders = useMemo(
    () =>
      rows
        .filter((index) => folder.isDir[index])
        .map((index): Location => ({ root: location.root, path: [...location.path, folder.names[index]!] })),
    [location, folder, rows],
  );
  return <>, {useTotal(fileBytes(folder, rows), folders).text}</>;
}

function UploadButtons({ location }: { location: Location }) {
  const pick = () => void pickUploads(location, 'files');
  return (
    <>
      <Button onClick={pick} className="@max-[480px]:hidden">
        <Upload />
        Upload
      </Button>
      <IconButton label="Upload" className="@min-[480px]:hidden" onClick={pick}>
        <Upload />
      </IconButton>
    </>
  );
}

/** In place of the actions of a folder where Zo may only read. */
const ReadOnly = () => (
  <span title={MESSAGES.readOnly} className="text-sm text-text-2">
    Read-only
  </span>
);

function FolderActions({ location }: { location: Location }) {
  const dispatch = useAppDispatch();
  const { data } = useFolderQuery(location);
  if (useIsReadOnly(location)) return <ReadOnly />;
  if (inTrash(location)) {
    return data?.names.length && location.path.length === 1 ? (
      <Button variant="danger" onClick={() => dispatch(dialogOpened({ type: 'empty-trash' }))}>
        <Trash2 />
        Empty trash
      </Button>
    ) : null;
  }
  if (inArticles(location))
    return (
      <Button variant="primary" onClick={() => dispatch(dialogOpened({ type: 'save-article', url: '' }))}>
        <Newspaper />
        Save article
      </Button>
    );
  return (
    <>
      <UploadButtons location={location} />
      <Menu label="New" entries={newEntries(location)}>
        <Button variant="primary" className="max-md:hidden">
          <Plus />
          New
        </Button>
      </Menu>
      <Menu label="New" entries={newEntries(location)}>
        <IconButton label="New" className="md:hidden">
          <Plus />
        </IconButton>
      </Menu>
    </>
  );
}

/** Phones have no tree: this menu leads to the other roots and the trash. */
function rootMenu(
  { root }: Location,
  { open, machines }: { open: (location: Location) => void; machines: ReturnType<typeof useMachineRoots> },
): MenuEntry[] {
  const others = [{ root: 'w' as const, name: 'Workspace' }, { root: 's' as const, name: 'Sites' }, ...machines];
  return [
    ...others
      .filter((other) => other.root !== root)
      .map((other) => ({ label: other.name, onSelect: () => open({ root: other.root, path: [] }) })),
    { label: 'Trash', icon: <Trash2 />, onSelect: () => open({ root: 'w', path: ['Trash'] }) },
  ];
}

/** The star of the open entry; a narrow header has it in the menu. */
function FavouriteButton({ entry }: { entry: Entry & ComputerLocation }) {
  const { data: me } = useMeQuery();
  const isFavourite = me?.settings.favourites.some((favourite) => isSame(favourite, entry)) ?? false;
  return (
    <IconButton
      label={isFavourite ? MESSAGES.removeFavourite : MESSAGES.addFavourite}
      className="@max-[640px]:hidden"
      onClick={() => void toggleFavourite(entry)}
    >
      <Star className={isFavourite ? 'fill-current' : ''} />
    </IconButton>
  );
}

/** Lines of the menu that would open what is open. */
const OPENS_IT = ['Open', 'Open in new tab'];
const isOfOpen = (line: MenuEntry) => line === 'separator' || !OPENS_IT.includes(line.label);

/** The keys of a row belong to the tree and the listing: in an open file they are the editor's, or do nothing. */
const withoutKey = (line: MenuEntry): MenuEntry =>
  line === 'separator' || 'entries' in line ? line : { ...line, keys: '' };

/** FT-13: path, save status and actions of the open entry. The viewer provides `status` and `extra`. */
export function FileHeader({
  location,
  isDirectory,
  status,
  extra,
  options = [],
}: {
  location: Location;
  isDirectory: boolean;
  status?: ReactNode;
  extra?: ReactNode;
  options?: MenuEntry[];
}) {
  const open = useOpen();
  const href = useHref();
  const phone = usePhone();
  const [isLooking, setIsLooking] = useState(false);
  const machines = useMachineRoots(phone && isLooking);
  const entry: Entry = { ...location, name: nameOf(location), isDirectory };
  // The root cannot be renamed, moved or deleted.
  const own = isOnComputer(location);
  const menu = location.path.length
    ? entryMenu([entry], open, 'tree').filter(isOfOpen).map(withoutKey)
    : own
      ? ([
          { label: 'Versions', icon: <History />, onSelect: () => open(location, 'folder-versions') },
          { label: 'Deleted files', icon: <ArchiveRestore />, onSelect: () => open(location, 'deleted') },
        ] as MenuEntry[])
      : [];
  const entries = [
    ...(phone && location.path.length === 0 ? rootMenu(location, { open, machines }) : []),
    ...options,
    ...(options.length && menu.length ? (['separator'] as MenuEntry[]) : []),
    ...menu,
  ];
  return (
    <header className="@container shrink-0 border-b border-line-1">
      <div className="flex h-12 items-center gap-1 pr-3 pl-5 group-data-tabs/pane:h-10 max-md:pl-2">
        {location.path.length ? (
          <Link
            to={href(parentOf(location))}
            aria-label="Back"
            className="flex size-11 shrink-0 items-center justify-center rounded-md md:hidden"
          >
            <ChevronLeft className="size-5" />
          </Link>
        ) : (
          <span className="w-2 md:hidden" />
        )}
        <Crumbs location={location} isDirectory={isDirectory} />
        {isDirectory ? <FolderSummary location={location} /> : null}
        {status}
        <div className="flex-1" />
        <div className="flex shrink-0 items-center gap-1.5">
          {extra}
          {own && location.path.length > 0 && !inTrash(location) ? (
            <FavouriteButton entry={{ ...entry, ...location }} />
          ) : null}
          {isDirectory ? <ViewSwitch location={location} /> : null}
          {!own || isDirectory || inTrash(location) ? null : <ProvenanceNote location={location} />}
          {isDirectory ? <FolderActions location={location} /> : own ? <ChatsPopup location={location} /> : null}
          {entries.length ? (
            <Menu label="Options" entries={entries} onOpenChange={setIsLooking}>
              <IconButton label="Options">
                <Ellipsis />
              </IconButton>
            </Menu>
          ) : null}
        </div>
      </div>
    </header>
  );
}
