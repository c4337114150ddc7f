/**
 * The regions of the app, between which F6 moves the focus: it also leaves editors and terminals, where Tab has a use.
 */
const REGION = '[data-region]';
const CONTROLS = 'a[href], button, input, select, textarea, iframe, [tabindex], [contenteditable=true]';

/** What had the focus last in each region. */
const last = new WeakMap<Element, HTMLElement>();
document.addEventListener('focusin', ({ target }) => {
  const region = target instanceof HTMLElement && target.closest(REGION);
  if (region) last.set(region, target as HTMLElement);
});

const isReachable = (element: HTMLElement): boolean =>
  element.isConnected &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.closest('[inert], :disabled');

/** The innermost regions: a page with panes is none itself. */
const regions = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(REGION)].filter(
    (region) => !region.querySelector(REGION) && isReachable(region),
  );

/** Where the focus goes in a region: to where it was, else to the main part of its page, else to its first control. */
function targetIn(region: HTMLElement): HTMLElement | undefined {
  const before = last.get(region);
  if (before && region.contains(before) && isReachable(before)) return before;
  const main = [...region.querySelectorAll<HTMLElement>('[data-page-focus]')].find(isReachable);
  return (
    main ?? [...region.querySelectorAll<HTMLElement>(CONTROLS)].find((one) => one.tabIndex >= 0 && isReachable(one))
  );
}

/** Moves the focus to the next region (1) or the one before (-1). */
export function goToRegion(step: 1 | -1): void {
  // A dialog keeps the focus.
  if (document.activeElement?.closest('[role=dialog], [role=alertdialog]')) return;
  const all = regions();
  const at = all.findIndex((region) => region.contains(document.activeElement));
  const from = at < 0 && step < 0 ? 0 : at;
  for (let count = 1; count <= all.length; count++) {
    const target = targetIn(all[(from + step * count + all.length * 2) % all.length]!);
    if (target) return target.focus();
  }
}
