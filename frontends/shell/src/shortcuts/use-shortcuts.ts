import { useEffect } from 'react';
import { useNavigate } from '@zo/web/router';
import { paletteToggled, shortcutsToggled, sidebarToggled, terminalToggled, useAppDispatch } from '@zo/web/store';
import { isApple, modKey } from '@zo/web/ui';
import { useLayout } from '../layout/use-layout';

/** The shortcuts of the whole app, as listed in the '?' dialog. */
export const SHORTCUTS: readonly { title: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Mod+K', 'Search files, chats and commands'],
      ['Mod+Shift+F', 'Open the search page'],
      ['Mod+J', 'Show or hide the chat'],
      ['Mod+B', 'Show or hide the tree (outside an editor)'],
      ['Ctrl+`', 'Show or hide the terminal'],
      ['?', 'This list'],
    ],
  },
  {
    title: 'Files',
    keys: [
      ['↑ ↓', 'Move'],
      ['→ ←', 'Open or close a folder in the tree'],
      ['Enter', 'Open'],
      ['Mod+A', 'Select all'],
      ['Shift+↓', 'Extend the selection'],
      ['F2', 'Rename'],
      [isApple ? 'Mod+Backspace' : 'Ctrl+Del', 'Move to trash'],
    ],
  },
  {
    title: 'Tabs',
    keys: [
      ['Mod+\\', 'Split the pane'],
      ['Mod+1', 'First tab, and so on to 9 (in the installed app)'],
      ['Mod+W', 'Close the tab (in the installed app)'],
      ['Mod+Shift+T', 'Reopen a closed tab (in the installed app)'],
      ['Del', 'Close the focused tab'],
    ],
  },
  {
    title: 'Editor',
    keys: [
      ['Mod+S', 'Save now'],
      ['Mod+Z', 'Undo'],
      ['Mod+F', 'Find'],
    ],
  },
];

const isEditing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('.xterm, .cm-editor') !== null);

/** Handles the app's shortcuts. In a text field only Mod+K, Mod+Shift+F, Mod+J and Ctrl+` work. */
export function useShortcuts(): void {
  const dispatch = useAppDispatch();
  const { view, setView } = useLayout();
  const navigate = useNavigate();

  useEffect(() => {
    const act = (event: KeyboardEvent): boolean => {
      const key = event.key.toLowerCase();
      if (event.ctrlKey && event.code === 'Backquote') return (void dispatch(terminalToggled()), true);
      if (modKey(event) && !event.shiftKey && !event.altKey) {
        if (key === 'k') return (void dispatch(paletteToggled()), true);
        if (key === 'j') return (setView(view === 'rail' ? 'sidebar' : 'rail'), true);
        if (key === 'b' && !isEditing(event.target)) return (void dispatch(sidebarToggled()), true);
      }
      if (modKey(event) && event.shiftKey && !event.altKey && key === 'f') return (navigate('/search'), true);
      if (event.key === '?' && !isEditing(event.target)) return (void dispatch(shortcutsToggled(true)), true);
      return false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && act(event)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [dispatch, navigate, view, setView]);
}
