import type { Hit } from './hits-in-text';

const ALL = 'zo-find';
const CURRENT = 'zo-find-current';

/** Marks the hits on the page, the current one stronger. Nothing of the document changes. */
export function highlight(hits: readonly Hit[], current: Hit | undefined): void {
  if (!('highlights' in CSS)) return;
  if (hits.length === 0) {
    CSS.highlights.delete(ALL);
    CSS.highlights.delete(CURRENT);
    return;
  }
  CSS.highlights.set(ALL, new Highlight(...hits.filter((hit) => hit !== current)));
  const strong = new Highlight(...(current ? [current] : []));
  strong.priority = 1;
  CSS.highlights.set(CURRENT, strong);
}

/** The marks on paper, for a shadow root, which needs them in its own styles. */
export const PAPER_MARKS = `
  ::highlight(${ALL}) { background-color: var(--paper-mark); }
  ::highlight(${CURRENT}) { background-color: var(--paper-mark-on); }
`;
