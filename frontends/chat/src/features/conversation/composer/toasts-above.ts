const GAP = 4;
const NAME = '--toasts-above';
/** The sheet of the phone layout slides in, and a sidebar may move the chat. */
const MOVED_BY = ['resize', 'transitionend', 'animationend'] as const;

/** A ref that keeps toasts above an element at the lower end of the page, where they would lie on it. */
export function toastsAbove(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const { style } = document.documentElement;
  const place = () => {
    const { left, right, top } = element.getBoundingClientRect();
    const isBelowToasts = left < innerWidth / 2 && innerWidth / 2 < right && top < innerHeight;
    const above = isBelowToasts ? `${Math.round(innerHeight - top) + GAP}px` : '';
    // A property of the root is style of the whole page.
    if (style.getPropertyValue(NAME) !== above) style.setProperty(NAME, above);
  };
  const observer = new ResizeObserver(place);
  observer.observe(element);
  for (const type of MOVED_BY) window.addEventListener(type, place);
  return () => {
    observer.disconnect();
    for (const type of MOVED_BY) window.removeEventListener(type, place);
    style.removeProperty(NAME);
  };
}
