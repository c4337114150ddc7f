import type { RefObject } from 'react';
import { usePageKeys } from '../../../panes/pane-context';
import type { ImageZoom } from './use-zoom';
import { stepFrom } from './zoom';

interface Turns {
  onPrevious: () => void;
  onNext: () => void;
}

/** Keys of an image, while the focus is in its pane or nowhere. */
export function useImageKeys(
  frame: RefObject<HTMLElement | null>,
  { scale, zoomTo }: ImageZoom,
  { onPrevious, onNext }: Turns,
): void {
  const actions: Record<string, () => void> = {
    '+': () => zoomTo(stepFrom(scale, 1)),
    '=': () => zoomTo(stepFrom(scale, 1)),
    '-': () => zoomTo(stepFrom(scale, -1)),
    '0': () => zoomTo('fit'),
    '1': () => zoomTo(1),
    ArrowLeft: onPrevious,
    ArrowRight: onNext,
  };
  usePageKeys((event) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target !== document.body && !frame.current?.contains(target as Node)) return;
    if (!actions[key]) return;
    event.preventDefault();
    actions[key]();
  });
}
