import { Command } from 'cmdk';
import {
  File,
  Folder,
  MessageCircle,
  Moon,
  Plus,
  Settings2,
  SquareTerminal,
  Sun,
  Activity,
  LogOut,
  Keyboard,
} from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from '@zo/web/router';
import { chatQuery, fileHref, type Location } from '@zo/web/paths';
import {
  newEntryAsked,
  paletteToggled,
  shortcutsToggled,
  skipToken,
  terminalToggled,
  useAppDispatch,
  useAppSelector,
  useMeQuery,
  useRecentChatsQuery,
  useSaveThemeMutation,
  useSearchFilesQuery,
} from '@zo/web/store';
import { Kbd, returnLostFocus } from '@zo/web/ui';
import { readRecents } from '../recents/recents';

function useDelayed(text: string, ms: number): string {
  const [delayed, setDelayed] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return delayed;
}

const ITEM =
  'flex h-9 items-center gap-2.5 rounded-md px-2.5 text-base outline-none select-none data-[selected=true]:bg-surface-3 pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:text-text-2';
const GROUP =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-text-3';

function Line({
  value,
  icon,
  label,
  hint,
  keys,
  onSelect,
}: {
  value: string;
  icon: ReactNode;
  label: string;
  hint?: string;
  keys?: string;
  onSelect: () => void;
}) {
  return (
    <Command.Item value={value} onSelect={onSelect} className={ITEM}>
      {icon}
      <span className="truncate">{label}</span>
      <span className="min-w-0 flex-1 truncate text-right text-xs text-text-3">{hint}</span>
      {keys ? <Kbd keys={keys} /> : null}
    </Command.Item>
  );
}

interface Choice {
  label: string;
  icon: ReactNode;
  keys?: string;
  run: () => void;
}

function useCommands(close: () => void): Choice[] {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const { search } = useLocation();
  const { data: me } = useMeQuery();
  const [saveTheme] = useSaveThemeMutation();
  const theme = me?.settings.theme;
  const dark = document.documentElement.dataset.mode === 'dark';
  const go = (to: string) => () => (close(), navigate(to));
  return [
    { label: 'New chat', icon: <MessageCircle />, run: go('/f?chat=new&chat_view=full') },
    ...(['note', 'file', 'folder'] as const).map((kind) => ({
      label: `New ${kind} here`,
      icon: <Plus />,
      run: () => (close(), dispatch(newEntryAsked(kind))),
    })),
    { label: 'Open workspace', icon: <Folder />, run: go(`/f/w${chatQuery(search)}`) },
    {
      label: 'Show or hide the terminal',
      icon: <SquareTerminal />,
      keys: 'Ctrl+`',
      run: () => (close(), dispatch(terminalToggled())),
    },
    ...(theme
      ? [
          {
            label: dark ? 'Switch to light' : 'Switch to dark',
            icon: dark ? <Sun /> : <Moon />,
            run: () => (close(), void saveTheme({ ...theme, mode: dark ? 'light' : 'dark' })),
          },
        ]
      : []),
    { label: 'Settings', icon: <Settings2 />, run: go('/settings') },
    { label: 'System', icon: <Activity />, run: go('/system') },
    {
      label: 'Keyboard shortcuts',
      icon: <Keyboard />,
      keys: '?',
      run: () => (close(), dispatch(shortcutsToggled(true))),
    },
    { label: 'Sign out', icon: <LogOut />, run: () => window.location.assign('/logout') },
  ];
}

// Lower case and trimmed, because the palette library compares values in that form.
const locationValue = ({ root, path }: Location) => `file ${root}/${path.join('/')}`;

/** Mod+K: files, chats and commands in one list. */
export default function Palette() {
  const open = useAppSelector((state) => state.ui.paletteOpen);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [text, setText] = useState('');
  const query = useDelayed(text.trim(), 60);
  const {
    currentData: hits,
    data: lastHits,
    isFetching,
  } = useSearchFilesQuery(open && query ? { q: query, limit: 12 } : skipToken);
  const { data: chats = [] } = useRecentChatsQuery(open ? undefined : skipToken);
  const recents = useMemo(() => (open ? readRecents() : []), [open]);
  const close = () => dispatch(paletteToggled(false));
  const [chosen, setChosen] = useState('');
  const commands = useCommands(close).filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));

  useEffect(() => {
    if (!open) return;
    setText('');
    return returnLostFocus;
  }, [open]);

  const openLocation = (location: Location) => (close(), navigate(fileHref(location) + chatQuery(search)));
  const openChat = (id: string) => (close(), navigate(`/f?chat=${id}&chat_view=full`));
  // While the response for the typed text is pending, show only matching earlier hits: Enter never opens a wrong one.
  const wanted = text.trim();
  const isOld = query !== wanted || (query !== '' && !hits);
  const fits = ({ path }: Location) => (path.at(-1) ?? '').toLowerCase().includes(wanted.toLowerCase());
  const answers = query
    ? (hits ?? lastHits ?? []).map((hit) => ({ root: hit.root, path: hit.path, isDirectory: hit.isDirectory }))
    : recents.slice(0, 6).map(({ path, isDirectory }) => ({
        root: path[0] === 's' ? ('s' as const) : ('w' as const),
        path: path.slice(1),
        isDirectory,
      }));
  const locations = isOld ? answers.filter(fits) : answers;
  const foundChats = chats
    .filter(({ title }) => (title ?? 'No Title').toLowerCase().includes(text.trim().toLowerCase()))
    .slice(0, 5);

  // Select the first row whenever the rows change, so that Enter runs the top one.
  const first = locations[0]
    ? locationValue(locations[0])
    : foundChats[0]
      ? `chat ${foundChats[0].id}`
      : commands[0]
        ? `command ${commands[0].label}`
        : '';
  useEffect(() => setChosen(first), [first, text]);

  return (
    <Command.Dialog
      value={chosen}
      onValueChange={setChosen}
      open={open}
      onOpenChange={(next) => dispatch(paletteToggled(next))}
      shouldFilter={false}
      loop
      label="Search"
      overlayClassName="fixed inset-0 z-50 bg-overlay data-[state=open]:animate-fade-in"
      contentClassName="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-[38rem] -translate-x-1/2 overflow-hidden rounded-xl border border-line-1 bg-surface-1 shadow-float outline-none data-[state=open]:animate-dialog-in max-md:top-3"
    >
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder="Search files, chats and commands"
        className="h-12 w-full border-b border-line-1 bg-transparent px-4 text-lg outline-none"
      />
      <Command.List className="max-h-[min(26rem,60dvh)] overflow-y-auto p-1.5">
        {locations.length === 0 &&
        foundChats.length === 0 &&
        commands.length === 0 &&
        query === wanted &&
        !isFetching ? (
          <p className="px-2.5 py-6 text-sm text-text-2">No results found</p>
        ) : null}
        {locations.length ? (
          <Command.Group heading={query ? 'Files' : 'Recent'} className={GROUP}>
            {locations.map((location) => (
              <Line
                key={`${location.root}/${location.path.join('/')}`}
                value={locationValue(location)}
                icon={location.isDirectory ? <Folder /> : <File />}
                label={location.path.at(-1) ?? ''}
                hint={location.path.slice(0, -1).join(' / ')}
                onSelect={() => openLocation(location)}
              />
            ))}
          </Command.Group>
        ) : null}
        {foundChats.length ? (
          <Command.Group heading="Chats" className={GROUP}>
            {foundChats.map(({ id, title }) => (
              <Line
                key={id}
                value={`chat ${id}`}
                icon={<MessageCircle />}
                label={title || 'No Title'}
                onSelect={() => openChat(id)}
              />
            ))}
          </Command.Group>
        ) : null}
        {commands.length ? (
          <Command.Group heading="Commands" className={GROUP}>
            {commands.map(({ label, icon, keys, run }) => (
              <Line key={label} value={`command ${label}`} icon={icon} label={label} keys={keys} onSelect={run} />
            ))}
          </Command.Group>
        ) : null}
      </Command.List>
    </Command.Dialog>
  );
}
