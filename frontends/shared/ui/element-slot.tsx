import { useLayoutEffect, useRef, type ComponentProps, type Ref, type RefObject } from 'react';

/** An element that holds a part of the page, and moves with it from slot to slot. It takes no place of its own. */
export function createHolder(): HTMLElement {
  const holder = document.createElement('div');
  holder.style.display = 'contents';
  return holder;
}

/** A scroll position, by the element at its upper edge: after a change of the width the same text is to be seen. */
interface Scrolled {
  readonly node: Element;
  readonly top: number;
  readonly left: number;
  readonly anchor: { readonly element: Element; readonly offset: number } | undefined;
}

/** Pixels below the upper edge at which the anchor is looked for. */
const EDGE_PX = 8;
const offsetIn = (node: Element, element: Element) =>
  element.getBoundingClientRect().top - node.getBoundingClientRect().top;

function anchorOf(node: Element): Scrolled['anchor'] {
  const { left, top, width } = node.getBoundingClientRect();
  const element = document.elementFromPoint(left + width / 2, top + EDGE_PX);
  return element && element !== node && node.contains(element)
    ? { element, offset: offsetIn(node, element) }
    : undefined;
}

const scrolledIn = (holder: Element): Scrolled[] =>
  [...holder.querySelectorAll('*')]
    .filter(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0)
    .map((node) => ({ node, top: node.scrollTop, left: node.scrollLeft, anchor: anchorOf(node) }));

/** The browser keeps what it saw at the upper edge, too, but measures across the move: it is to leave that. */
function setAnchoring(scrolled: readonly Scrolled[], value: '' | 'none'): void {
  for (const { node } of scrolled) if (node instanceof HTMLElement) node.style.overflowAnchor = value;
}

function scrollBack({ node, top, left, anchor }: Scrolled): void {
  node.scrollTo({ top, left, behavior: 'instant' });
  if (anchor && node.contains(anchor.element)) node.scrollTop += offsetIn(node, anchor.element) - anchor.offset;
}

/** Moves a holder, with the selection in it. Where the browser can, frames in it go on and the focus stays. */
function moveInto(parent: Element, holder: Element): void {
  const selection = document.getSelection();
  const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = selection ?? {};
  if ('moveBefore' in parent && holder.isConnected && parent.isConnected) parent.moveBefore(holder, null);
  else parent.append(holder);
  if (anchorNode && focusNode && holder.contains(anchorNode) && holder.contains(focusNode))
    selection!.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
}

/** Scroll positions of holders that wait without a slot. */
const scrolledBefore = new WeakMap<Element, readonly Scrolled[]>();

const waiting = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/** What had the focus in a holder that waits without a slot. */
const focused = new WeakMap<Element, HTMLElement>();

/** Nobody sees, hears or reaches what is in a hidden holder. */
export function hide(holder: HTMLElement, isHidden: boolean): void {
  holder.inert = isHidden;
  holder.style.visibility = isHidden ? 'hidden' : '';
}

function park(parking: HTMLElement, holder: HTMLElement, waitMs: number): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && holder.contains(activeElement)) focused.set(holder, activeElement);
  const scrolled = scrolledIn(holder);
  setAnchoring(scrolled, 'none');
  scrolledBefore.set(holder, scrolled);
  moveInto(parking, holder);
  if (waitMs === 0) hide(holder, true);
  else
    waiting.set(
      holder,
      setTimeout(() => hide(holder, true), waitMs),
    );
}

function place(slot: HTMLElement, holder: HTMLElement): void {
  const scrolled = scrolledBefore.get(holder) ?? scrolledIn(holder);
  scrolledBefore.delete(holder);
  clearTimeout(waiting.get(holder));
  hide(holder, false);
  moveInto(slot, holder);
  giveFocusBack(holder);
  scrolled.forEach(scrollBack);
  // Once more when what is visible has been rendered, from where the user goes on.
  requestAnimationFrame(() => {
    scrolled.forEach(scrollBack);
    requestAnimationFrame(() => setAnchoring(scrolled, ''));
  });
}

function giveFocusBack(holder: HTMLElement): void {
  if (document.activeElement === document.body) focused.get(holder)?.focus({ preventScroll: true });
  focused.delete(holder);
}

/** Where holders without a slot wait: invisible, but with a size, so that what is in them stays as it is. */
export const Parking = ({ ref }: { ref: Ref<HTMLDivElement> }) => (
  <div ref={ref} className="pointer-events-none absolute inset-0 -z-10 overflow-hidden opacity-0" />
);

export interface ElementSlotProps extends ComponentProps<'div'> {
  holder: HTMLElement;
  parking: RefObject<HTMLElement | null>;
  /** How long the next slot may take to come: until then the holder keeps the focus, and what is typed arrives. */
  waitMs?: number;
}

/** The place of a holder. What React rendered into the holder is never mounted anew, also while layouts change. */
export function ElementSlot({ holder, parking, waitMs = 0, ...props }: ElementSlotProps) {
  const slot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = slot.current!;
    place(own, holder);
    return () => {
      // Another slot may have it already.
      if (holder.parentNode !== own) return;
      if (parking.current?.isConnected) park(parking.current, holder, waitMs);
      else holder.remove();
    };
  }, [holder, parking, waitMs]);
  return <div ref={slot} {...props} />;
}
