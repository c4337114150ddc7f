import { useEffect } from 'react';

/** Title of the document: what is open, then the product. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Zo` : 'Zo';
  }, [title]);
}
