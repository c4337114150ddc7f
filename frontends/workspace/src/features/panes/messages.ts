/** Texts of tabs and panes. */
export const PANES = {
  tabs: 'Open files',
  close: 'Close',
  closeOthers: 'Close others',
  closeAll: 'Close all',
  keep: 'Keep open',
  reopen: 'Reopen closed tab',
  split: 'Split right',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  newTab: 'New tab',
  more: 'Tab options',
  panes: (count: number) => (count === 1 ? '1 more pane' : `${count} more panes`),
  unsaved: 'Not saved yet',
};
