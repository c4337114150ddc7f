const APPLE = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
const SIGNS: Record<string, string> = APPLE
  ? { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃', Backspace: '⌫' }
  : { Mod: 'Ctrl', Backspace: '⌫' };

/** A shortcut as text: 'Mod+K' → '⌘K' or 'Ctrl K'. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="font-sans text-xs text-text-3 pointer-coarse:hidden">
      {keys
        .split('+')
        .map((key) => SIGNS[key] ?? key)
        .join(APPLE ? '' : ' ')}
    </kbd>
  );
}

/** True on Apple platforms, where Cmd takes the place of Ctrl. */
export const isApple = APPLE;

/** The platform's command key is held. */
export const modKey = (event: { metaKey: boolean; ctrlKey: boolean }): boolean =>
  APPLE ? event.metaKey : event.ctrlKey;
