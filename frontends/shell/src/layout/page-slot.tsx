import {
  createContext,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';
import { createHolder, ElementSlot, hide, Parking } from '@zo/web/ui';

const PagePlace = createContext<{ holder: HTMLElement; parking: RefObject<HTMLElement | null> } | null>(null);

interface PageHostProps {
  page: ReactNode;
  /** Whether the layout has a slot for the page: false while the chat has the whole width. */
  isShown: boolean;
  children: ReactNode;
}

/**
 * Keeps `page` mounted while the layout around its slot changes, such as when a phone is turned, and while there is no
 * slot: what was typed, selected and scrolled to stays. A page that was never shown is not mounted.
 */
export function PageHost({ page, isShown, children }: PageHostProps) {
  const [holder] = useState(createHolder);
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  // The slot would keep the page within reach of the keyboard until the next one comes, and none is coming.
  useLayoutEffect(() => {
    if (!isShown) hide(holder, true);
  }, [isShown, holder]);
  const parking = useRef<HTMLDivElement>(null);
  const place = useMemo(() => ({ holder, parking }), [holder]);
  return (
    <PagePlace.Provider value={place}>
      <Parking ref={parking} />
      {children}
      {wasShown ? createPortal(page, holder) : null}
    </PagePlace.Provider>
  );
}

/** The code of a layout may still be loaded. */
const LOAD_MS = 2000;

/** The place of the page in a layout. */
export function PageSlot() {
  const place = useContext(PagePlace);
  return place && <ElementSlot {...place} waitMs={LOAD_MS} className="contents" />;
}
