const REMEMBERED = 8;
let recent: readonly HTMLElement[] = [];

document.addEventListener('focusin', ({ target }) => {
  // Skip menu items and toasts: they are removed before the focus returns.
  if (!(target instanceof HTMLElement) || target.closest('[role=menu], [data-sonner-toast]')) return;
  recent = [target, ...recent.filter((element) => element !== target && element.isConnected)].slice(0, REMEMBERED);
});

export const focusAgain = () => recent.find((element) => element.isConnected)?.focus({ preventScroll: true });

/** Close handler for overlays without a trigger, opened by a key or a menu: restores the last focus. */
export function returnFocus(event: Event): void {
  event.preventDefault();
  focusAgain();
}

/** Whether a dialog is open: what finishes loading behind it must not take the focus, and with it what is typed. */
export const isDialogOpen = (): boolean => document.querySelector('[role=dialog][data-state=open]') !== null;

// Long enough for an overlay opened from the removed element to take the focus.
const SETTLE_MS = 50;

/** Restores the focus when the focused element was removed, unless an overlay opened from it has the focus. */
export function returnLostFocus(): void {
  setTimeout(() => document.activeElement === document.body && focusAgain(), SETTLE_MS);
}
