const REMEMBERED = 8;
let recent: readonly HTMLElement[] = [];

document.addEventListener('focusin', ({ target }) => {
  // The line of a menu that opened a dialog is gone when the dialog closes, and a toast goes by itself.
  if (!(target instanceof HTMLElement) || target.closest('[role=menu], [data-sonner-toast]')) return;
  recent = [target, ...recent.filter((element) => element !== target && element.isConnected)].slice(0, REMEMBERED);
});

export const focusAgain = () => recent.find((element) => element.isConnected)?.focus({ preventScroll: true });

/** For what opens without a button of its own, from a key or a menu: the focus goes back to where it was last. */
export function returnFocus(event: Event): void {
  event.preventDefault();
  focusAgain();
}

// By then whatever was opened from there has taken the focus.
const SETTLE_MS = 50;

/** The same for what does not say when it closes; what was opened from there keeps the focus. */
export function returnLostFocus(): void {
  setTimeout(() => document.activeElement === document.body && focusAgain(), SETTLE_MS);
}
