import {
  Activity,
  CalendarClock,
  FilePlus2,
  Folder,
  Keyboard,
  LogOut,
  MessageCircle,
  Moon,
  Newspaper,
  Plus,
  Settings2,
  SquareTerminal,
  Sun,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { chatQuery } from '@zo/web/paths';
import { useLocation, useNavigate } from '@zo/web/router';
import {
  newEntryAsked,
  questionAsked,
  shortcutsToggled,
  terminalToggled,
  useAppDispatch,
  useMeQuery,
  useSaveThemeMutation,
} from '@zo/web/store';

export interface Choice {
  label: string;
  icon: ReactNode;
  keys?: string;
  run: () => void;
}

/** The commands of the palette; each closes it. */
export function useCommands(close: () => void): Choice[] {
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
    ...(['note', 'sheet', 'file', 'folder'] as const).map((kind) => ({
      label: `New ${kind} here`,
      icon: <Plus />,
      run: () => (close(), dispatch(newEntryAsked({ kind }))),
    })),
    {
      label: 'Save article',
      icon: <Newspaper />,
      run: () => (close(), dispatch(newEntryAsked({ kind: 'article' }))),
    },
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
    { label: 'Schedules', icon: <CalendarClock />, run: go('/schedule') },
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

/** Longer words are a question, not a name. */
const MAX_NAME = 60;

/** What can be made of the typed words; each closes the palette. */
export function useActions(words: string, close: () => void): Choice[] {
  const dispatch = useAppDispatch();
  if (!words) return [];
  const ask: Choice = {
    label: `Ask Zo “${words}”`,
    icon: <MessageCircle />,
    run: () => (close(), dispatch(questionAsked({ files: [], text: words }))),
  };
  const create: Choice = {
    label: `New note “${words}”`,
    icon: <FilePlus2 />,
    run: () => (close(), dispatch(newEntryAsked({ kind: 'note', name: words }))),
  };
  return words.length > MAX_NAME ? [ask] : [create, ask];
}
