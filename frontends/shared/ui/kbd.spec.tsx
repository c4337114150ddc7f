import { describe, expect, it } from '@jest/globals';
import { shortcutText } from './kbd';

describe('the text of a shortcut', () => {
  it('names the keys of the platform', () => {
    const both = (keys: string) => [true, false].map((apple) => shortcutText(keys, apple));
    expect(both('Mod+K')).toEqual(['⌘K', 'Ctrl K']);
    expect(both('Mod+Shift+Z')).toEqual(['⌘⇧Z', 'Ctrl Shift Z']);
    expect(both('Alt+↓')).toEqual(['⌥↓', 'Alt ↓']);
    expect(both('Ctrl+`')).toEqual(['⌃`', 'Ctrl `']);
  });
});
