import type { RefObject } from 'react';
import { usePageKeys } from '../../../panes/pane-context';
import { SKIP_S } from './controls';
import { MEDIA } from './messages';
import { STEP_S } from './seek-bar';
import type { Player } from './use-player';

/** Elements that use keys themselves. */
const TYPES = 'input:not([type=range]), textarea, select, [contenteditable=true], [role=menu], [role=dialog]';

/** Of the element around a player: its keys work when the file is opened by a key. */
export const PLAYER_FOCUS = { tabIndex: -1, 'data-page-focus': true } as const;

/** Whether the focus is in the player, or nowhere and the player was used last. */
function isMeant(target: EventTarget | null, pane: HTMLElement | null, { playback }: Player): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target === document.body) return playback.isLatest;
  return pane !== null && pane.contains(target) && !target.closest(TYPES);
}

interface VideoKeys {
  onFullScreen?: () => void;
  onCaptions?: (() => void) | undefined;
}

/** FV-01: keys of a player. `F` and `C` do something only where they are given. */
export function usePlayerKeys(pane: RefObject<HTMLElement | null>, player: Player, video: VideoKeys = {}): void {
  const { playback } = player;
  const { seekBy, toggle, toggleMute, stepSpeed } = playback;
  const actions: Record<string, (() => void) | undefined> = {
    ' ': toggle,
    k: toggle,
    ArrowLeft: () => seekBy(-STEP_S),
    ArrowRight: () => seekBy(STEP_S),
    j: () => seekBy(-SKIP_S),
    l: () => seekBy(SKIP_S),
    m: toggleMute,
    '<': () => stepSpeed(-1),
    '>': () => stepSpeed(1),
    f: video.onFullScreen,
    c: video.onCaptions,
  };
  usePageKeys((event) => {
    const { key } = event;
    const isShifted = event.shiftKey && key !== '<' && key !== '>';
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isShifted) return;
    if (!isMeant(event.target, pane.current, player)) return;
    const target = event.target as HTMLElement;
    // A focused button is pressed by Space, and the volume is set by arrows.
    if (key === ' ' && target.closest('button')) return;
    if (key.startsWith('Arrow') && target.matches('input') && target.ariaLabel !== MEDIA.seek) return;
    const action = actions[key.length === 1 ? key.toLowerCase() : key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
