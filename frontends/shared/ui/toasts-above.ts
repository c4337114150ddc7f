const GAP = 4;
const NAME = '--toasts-above';
/** Half of the width of a toast. */
const HALF_PX = 178;
/** The sheet of the phone layout slides in, and a sidebar may move the chat. */
const MOVED_BY = ['resize', 'transitionend', 'animationend'] as const;

const elements = new Set<Element>();
let observer: ResizeObserver | undefined;

function place(): void {
  const tops = Array.from(elements, (element) => element.getBoundingClientRect()).flatMap(
    ({ left, right, top, height }) => {
      const isBelowToasts = left < innerWidth / 2 + HALF_PX && innerWidth / 2 - HALF_PX < right && height > 0;
      return isBelowToasts && top < innerHeight ? [top] : [];
    },
  );
  const above = tops.length > 0 ? `${Math.round(innerHeight - Math.min(...tops)) + GAP}px` : '';
  // A property of the root is style of the whole page.
  const { style } = document.documentElement;
  if (style.getPropertyValue(NAME) !== above) style.setProperty(NAME, above);
}

/** A ref that keeps toasts above an element at the lower end of the page, where they would lie on it. */
export function toastsAbove(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  if (elements.size === 0) for (const type of MOVED_BY) window.addEventListener(type, place);
  observer ??= new ResizeObserver(place);
  observer.observe(element);
  elements.add(element);
  return () => {
    observer?.unobserve(element);
    elements.delete(element);
    if (elements.size === 0) for (const type of MOVED_BY) window.removeEventListener(type, place);
    place();
  };
}
