import { useEffect } from 'react';
import { useNavigate } from '@zo/web/router';
import { paletteToggled, shortcutsToggled, sidebarToggled, terminalToggled, useAppDispatch } from '@zo/web/store';
import { modKey } from '@zo/web/ui';
import { useLayout } from '../layout/use-layout';

const isEditing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('.xterm, .cm-editor') !== null);

/** Handles the app's shortcuts. In a text field only Mod+K, Mod+Shift+F, Mod+J, Ctrl+` and F6 work. */
export function useShortcuts(): void {
  const dispatch = useAppDispatch();
  const { view, setView } = useLayout();
  const navigate = useNavigate();

  useEffect(() => {
    const act = (event: KeyboardEvent): boolean => {
      const key = event.key.toLowerCase();
      if (event.key === 'F6' && !event.altKey && !event.metaKey)
        return (void import('./regions').then(({ goToRegion }) => goToRegion(event.shiftKey ? -1 : 1)), true);
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
