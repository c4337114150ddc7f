import { createContext, useContext, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { createHolder, ElementSlot, Parking } from '@zo/web/ui';

const PagePlace = createContext<{ holder: HTMLElement; parking: RefObject<HTMLElement | null> } | null>(null);

/**
 * Keeps `page` mounted while the layout around its slot changes, such as when a phone is turned: what was typed stays.
 * Without a page (null) the slot of the layout is empty.
 */
export function PageHost({ page, children }: { page: ReactNode; children: ReactNode }) {
  const [holder] = useState(createHolder);
  const parking = useRef<HTMLDivElement>(null);
  const place = useMemo(() => ({ holder, parking }), [holder]);
  return (
    <PagePlace.Provider value={place}>
      <Parking ref={parking} />
      {children}
      {page === null ? null : createPortal(page, holder)}
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
