import type { PDFDocumentProxy } from 'pdfjs-dist';

/** Target of a link or outline entry: a name, or a page with a position. */
export type Dest = string | readonly unknown[] | Promise<readonly unknown[] | null> | null | undefined;

/** Page of a destination and the distance from its top in points. Undefined when the destination is invalid. */
export async function positionOfDest(
  pdf: PDFDocumentProxy,
  dest: Dest,
): Promise<{ page: number; top: number } | undefined> {
  try {
    const explicit: unknown = await (typeof dest === 'string' ? pdf.getDestination(dest) : dest);
    if (!Array.isArray(explicit)) return undefined;
    const [target, kind, , top] = explicit as [unknown, { name?: string } | undefined, unknown, unknown];
    const index =
      typeof target === 'number' ? target : await pdf.getPageIndex(target as Parameters<typeof pdf.getPageIndex>[0]);
    if (!Number.isInteger(index) || index < 0 || index >= pdf.numPages) return undefined;
    if (kind?.name !== 'XYZ' || typeof top !== 'number') return { page: index + 1, top: 0 };
    const { height } = (await pdf.getPage(index + 1)).getViewport({ scale: 1 });
    return { page: index + 1, top: Math.min(height, Math.max(0, height - top)) };
  } catch {
    // A link with a damaged destination does nothing.
    return undefined;
  }
}
