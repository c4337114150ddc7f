import { createContext, useContext, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const PageElement = createContext<HTMLElement | null>(null);

/**
 * Keeps `page` mounted while the layout around its slot changes, such as when a phone is turned: what was typed stays.
 * Without a page (null) the slot of the layout is empty.
 */
export function PageHost({ page, children }: { page: ReactNode; children: ReactNode }) {
  const [element] = useState(() => {
    const created = document.createElement('div');
    created.style.display = 'contents';
    return created;
  });
  return (
    <PageElement.Provider value={element}>
      {children}
      {page === null ? null : createPortal(page, element)}
    </PageElement.Provider>
  );
}

/** The place of the page in a layout. */
export function PageSlot() {
  const element = useContext(PageElement);
  const slot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element) slot.current?.append(element);
  }, [element]);
  return <div ref={slot} className="contents" />;
}
