import {
  Activity,
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
  shortcutsToggled,
  terminalToggled,
  useAppDispatch,
  useMeQuery,
  useSaveThemeMutation,
} from '@zo/web/store';

interface Choice {
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
    ...(['note', 'file', 'folder'] as const).map((kind) => ({
      label: `New ${kind} here`,
      icon: <Plus />,
      run: () => (close(), dispatch(newEntryAsked(kind))),
    })),
    {
      label: 'Save article',
      icon: <Newspaper />,
      run: () => (close(), dispatch(newEntryAsked('article'))),
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
