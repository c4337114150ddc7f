const GAP = 4;
const NAME = '--toasts-above';

/** Keeps toasts above an element at the lower end of the page, where they would lie on it; for its `ref`. */
export function toastsAbove(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const { style } = document.documentElement;
  const place = () => {
    const { left, right, top } = element.getBoundingClientRect();
    const isBelowToasts = left < innerWidth / 2 && innerWidth / 2 < right;
    if (isBelowToasts) style.setProperty(NAME, `${Math.round(innerHeight - top) + GAP}px`);
    else style.removeProperty(NAME);
  };
  const observer = new ResizeObserver(place);
  observer.observe(element);
  window.addEventListener('resize', place);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', place);
    style.removeProperty(NAME);
  };
}
