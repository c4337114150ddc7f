const APPLE = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
const ON_APPLE: Partial<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃', Backspace: '⌫' };
const ELSEWHERE: Partial<Record<string, string>> = { Mod: 'Ctrl', Backspace: '⌫' };

/** A shortcut as text: 'Mod+K' → '⌘K' or 'Ctrl K'. */
export const shortcutText = (keys: string, apple = APPLE): string =>
  keys
    .split('+')
    .map((key) => (apple ? ON_APPLE : ELSEWHERE)[key] ?? key)
    .join(apple ? '' : ' ');

/** A shortcut in the font of hints. */
export function Kbd({ keys }: { keys: string }) {
  return <kbd className="font-sans text-xs text-text-3 pointer-coarse:hidden">{shortcutText(keys)}</kbd>;
}

/** True on Apple platforms, where Cmd takes the place of Ctrl. */
export const isApple = APPLE;

/** The platform's command key is held. */
export const modKey = (event: { metaKey: boolean; ctrlKey: boolean }): boolean =>
  APPLE ? event.metaKey : event.ctrlKey;
