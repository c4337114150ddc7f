/** Texts of the terminal. */
export const TERMINAL = {
  none: 'No terminal',
  ended: 'Shells end when your computer restarts or sleeps.',
  waking: 'Waking your computer…',
  lost: 'Reconnecting. The shell keeps running.',
  connecting: 'Connecting…',
  create: 'New terminal',
  onComputer: 'On your computer',
  split: 'Split terminal',
  unsplit: 'Show one terminal',
  find: 'Find in terminal',
  noHits: 'No results',
  rename: 'Rename',
  close: 'Close',
  name: 'Name of the terminal',
  unname: 'Remove name',
};
