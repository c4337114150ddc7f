import { Command } from 'cmdk';
import { MessageCircle } from 'lucide-react';
import { FileIcon } from '@zo/web/file-types';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation, useNavigate } from '@zo/web/router';
import { chatQuery, fileHref, type Location, shownName } from '@zo/web/paths';
import { paletteToggled, useAppDispatch, useAppSelector } from '@zo/web/store';
import { cn, Kbd, returnLostFocus, useDelayed } from '@zo/web/ui';
import { InFiles, inFilesValue, useInFiles } from './in-files';
import { GROUP, Line } from './line';
import { useMatches, type Match } from './use-matches';
import { useActions, useCommands, type Choice } from './use-commands';

// Lower case and trimmed, because the palette library compares values in that form.
const locationValue = ({ root, path }: Location) => `file ${root}/${path.join('/')}`;

const commandValue = ({ label }: Choice) => `command ${label}`;

/**
 * The chosen row: the first one of a new text. Groups that come later never change that, so that Enter runs what was
 * seen. `later` are rows that the user can choose, but the palette does not.
 */
function useChosen(text: string, { rows, later }: { rows: readonly string[]; later: readonly string[] }) {
  const [chosen, setChosen] = useState('');
  const chosenFor = useRef('');
  useEffect(() => {
    if (chosenFor.current === text && [...rows, ...later].includes(chosen)) return;
    chosenFor.current = text;
    setChosen(rows[0] ?? '');
  }, [rows.join('\n'), text]);
  return [chosen, setChosen] as const;
}

interface EntriesProps {
  heading: string;
  entries: readonly Match[];
  onOpen: (location: Location) => void;
}

/** Files and folders under one heading; nothing when there are none. */
function Entries({ heading, entries, onOpen }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <Command.Group heading={heading} className={GROUP}>
      {entries.map((entry) => (
        <Line
          key={locationValue(entry)}
          value={locationValue(entry)}
          icon={<FileIcon name={entry.path.at(-1) ?? ''} isDirectory={entry.isDirectory} />}
          label={shownName(entry.path.at(-1) ?? '')}
          hint={shownName(entry.path.slice(0, -1).join(' / '))}
          onSelect={() => onOpen(entry)}
        />
      ))}
    </Command.Group>
  );
}

interface PaletteProps {
  /** What was typed before the code of the palette had arrived. */
  takeEarlyText: () => string;
  onReady: () => void;
}

/** Mod+K: files, chats and commands in one list. */
export default function Palette({ takeEarlyText, onReady }: PaletteProps) {
  const open = useAppSelector((state) => state.ui.paletteOpen);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [text, setText] = useState('');
  const query = useDelayed(text.trim(), 60);
  const { favourites, locations, chats: foundChats, isFetching } = useMatches({ open, text: text.trim(), query });
  const inFiles = useInFiles(open ? query : '');
  const close = () => dispatch(paletteToggled(false));
  const commands = useCommands(close).filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));

  useEffect(() => {
    if (!open) return;
    setText(takeEarlyText());
    onReady();
    return returnLostFocus;
  }, [open]);

  const openLocation = (location: Location) => (close(), navigate(fileHref(location) + chatQuery(search)));
  const openHref = (href: string) => (close(), navigate(href));
  const searchAll = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.shiftKey || !text.trim()) return;
    event.preventDefault();
    openHref(`/search?q=${encodeURIComponent(text.trim())}`);
  };
  const openChat = (id: string) => (close(), navigate(`/f?chat=${id}&chat_view=full`));
  const wanted = text.trim();
  const isSettled = !isFetching && query === wanted;
  // Shown once everything else is known: Enter must not create a note while the file of that name is on its way.
  const actions = useActions(isSettled && !inFiles.isFetching ? wanted : '', close);

  const names = [
    ...favourites.map(locationValue),
    ...locations.map(locationValue),
    ...foundChats.map(({ id }) => `chat ${id}`),
    ...commands.map(commandValue),
  ];
  // Chosen only where there is nothing else, and not before the names are known.
  const later = [...inFiles.files.map(inFilesValue), ...actions.map(commandValue)];
  const [chosen, setChosen] = useChosen(text, { rows: isSettled ? [...names, ...later] : names, later });

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
      contentClassName={cn(
        'fixed top-[min(12vh,104px)] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-[42.5rem] -translate-x-1/2',
        'overflow-hidden rounded-xl border border-line-1 bg-surface-1 shadow-float outline-none',
        'data-[state=open]:animate-dialog-in max-md:top-3',
      )}
    >
      <Command.Input
        // The dialog would select what was typed early, and the next letter would replace it.
        autoFocus
        value={text}
        onValueChange={setText}
        onKeyDown={searchAll}
        placeholder="Search files, chats and commands"
        className="h-12 w-full border-b border-line-1 bg-transparent px-4 text-lg outline-none"
      />
      <Command.List className="max-h-[min(26rem,60dvh)] overflow-y-auto p-1.5">
        {wanted &&
        favourites.length === 0 &&
        locations.length === 0 &&
        foundChats.length === 0 &&
        commands.length === 0 &&
        inFiles.files.length === 0 &&
        query === wanted &&
        !isFetching &&
        !inFiles.isFetching ? (
          <p className="px-2.5 py-6 text-sm text-text-2">No results found</p>
        ) : null}
        <Entries heading="Favourites" entries={favourites} onOpen={openLocation} />
        <Entries heading={query ? 'Files' : 'Recent'} entries={locations} onOpen={openLocation} />
        <InFiles found={inFiles} onOpen={openHref} />
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
        {commands.length + actions.length > 0 ? (
          <Command.Group heading="Commands" className={GROUP}>
            {[...commands, ...actions].map(({ label, icon, keys, run }) => (
              <Line key={label} value={`command ${label}`} icon={icon} label={label} keys={keys} onSelect={run} />
            ))}
          </Command.Group>
        ) : null}
      </Command.List>
      {wanted ? (
        <button
          type="button"
          onClick={() => openHref(`/search?q=${encodeURIComponent(wanted)}`)}
          className={cn(
            'flex h-10 w-full items-center justify-end gap-2 border-t border-line-1 px-4 text-xs text-text-2',
            'hover:text-text-1 pointer-coarse:h-11',
          )}
        >
          All results in search
          <Kbd keys="Shift+↵" />
        </button>
      ) : null}
    </Command.Dialog>
  );
}
