import { store } from '@zo/web/store';
import { dialogOpened } from '../workspace.slice';

// A closing menu returns the focus a moment later, and would take it from a dialog opened before that.
const MENU_CLOSED_MS = 40;
/** Opens a dialog from a menu. */
export const openDialog = (dialog: Parameters<typeof dialogOpened>[0]): void =>
  void setTimeout(() => store.dispatch(dialogOpened(dialog)), MENU_CLOSED_MS);
