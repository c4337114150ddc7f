import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { lastInput } from './last-input';

/** What has the focus while a menu or a list of choices is open over the page. */
const OVERLAY = '[role=menu], [role=dialog], [data-sonner-toast]';
/**
 * The main part of a page, which takes the focus when the page comes in place of one that had it. The value `keys`:
 * only after a key, because on a touch screen it opens a keyboard.
 */
const MAIN = '[data-page-focus]';

const isOverlay = (element: Element | null) => element?.closest(OVERLAY) != null;

const isWaited = (main: HTMLElement) => main.dataset.pageFocus === 'keys' && lastInput()?.isHeld === true;
const isUnwanted = (main: HTMLElement) => main.dataset.pageFocus === 'keys' && !lastInput();

/** Gives the focus to a pane that has lost it, and to the main part of its page as soon as there is one. */
function takeFocus(pane: HTMLElement): () => void {
  const panelOf = () => pane.querySelector<HTMLElement>('[id^=panel-]:not([inert])');
  const take = () => {
    const { activeElement } = document;
    if (isOverlay(activeElement)) return;
    const panel = panelOf();
    if (activeElement === document.body) panel?.focus({ preventScroll: true });
    else if (activeElement !== panel) return stop();
    const main = panel?.querySelector<HTMLElement>(MAIN);
    if (!main || isWaited(main)) return;
    stop();
    if (!isUnwanted(main)) main.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(take);
  // An overlay that closes gives the focus back to what is gone. Between two elements nothing has the focus.
  const later = ({ relatedTarget }: FocusEvent) => void (relatedTarget ?? setTimeout(() => isOver || take()));
  let isOver = false;
  const stop = () => {
    isOver = true;
    changes.disconnect();
    document.removeEventListener('keyup', take);
    document.removeEventListener('focusout', later);
  };
  changes.observe(pane, { childList: true, subtree: true });
  document.addEventListener('keyup', take);
  document.addEventListener('focusout', later);
  take();
  return stop;
}

interface PageFocusProps {
  pane: RefObject<HTMLElement | null>;
  /** Changes with the page that the pane shows. */
  page: string;
  /** The page that the pane showed when it got the focus: this code may arrive after the next one is shown. */
  before: string;
}

/**
 * Keeps the focus in a pane whose page is replaced: otherwise it is lost, and keys do nothing. Rendered as soon as a
 * pane has had the focus.
 */
export function PageFocus({ pane, page, before }: PageFocusProps): null {
  const hadFocus = useRef(true);
  const shown = useRef(before);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      if (!isOverlay(target as Element)) hadFocus.current = pane.current?.contains(target as Element) ?? false;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [pane]);
  useLayoutEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    return hadFocus.current ? takeFocus(pane.current!) : undefined;
  }, [pane, page]);
  return null;
}
