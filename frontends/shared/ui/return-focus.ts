const REMEMBERED = 8;
let recent: readonly HTMLElement[] = [];

document.addEventListener('focusin', ({ target }) => {
  // The line of a menu that opened a dialog is gone when the dialog closes.
  if (!(target instanceof HTMLElement) || target.closest('[role=menu]')) return;
  recent = [target, ...recent.filter((element) => element !== target && element.isConnected)].slice(0, REMEMBERED);
});

/** For what opens without a button of its own, from a key or a menu: the focus goes back to where it was last. */
export function returnFocus(event: Event): void {
  event.preventDefault();
  recent.find((element) => element.isConnected)?.focus({ preventScroll: true });
}
