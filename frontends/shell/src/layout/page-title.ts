import { useEffect } from 'react';

/** Sets the document title: the open entry, then the product name. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Zo` : 'Zo';
  }, [title]);
}
