import { isApple } from '@zo/web/ui';

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
      ['F6', 'Next part of the window, and Shift+F6 back'],
      ['Ctrl+F6', 'The same out of a terminal'],
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
      ['Alt+↓', 'Move without selecting'],
      ['Space', 'Select the row, or leave it out'],
      ['Shift+F10', 'Menu of the row'],
      ['F2', 'Rename'],
      ['Mod+D', 'Add to favourites, or remove'],
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
      ['← →', 'Choose the next tab of the focused one'],
      ['Alt+→', 'Move the focused tab, and Alt+← back'],
      ['Del', 'Close the focused tab'],
    ],
  },
  {
    title: 'Editor',
    keys: [
      ['Mod+S', 'Save now'],
      ['Mod+Z', 'Undo'],
      ['Mod+F', 'Find'],
      ['Mod+Enter', 'Tick the item, follow the link or mention, or go on below code or a table'],
      ['Esc Tab', 'Leave the text, where Tab is for tables and lists'],
      ['Mod+Shift+.', 'Ask Zo about the selected text'],
    ],
  },
];
