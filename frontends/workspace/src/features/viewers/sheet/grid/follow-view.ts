/** Calls `update` now, and whenever another part of an element is seen. @returns the end of that */
export function followView(element: HTMLElement, update: () => void): () => void {
  update();
  element.addEventListener('scroll', update, { passive: true });
  const resized = new ResizeObserver(update);
  resized.observe(element);
  return () => {
    element.removeEventListener('scroll', update);
    resized.disconnect();
  };
}
