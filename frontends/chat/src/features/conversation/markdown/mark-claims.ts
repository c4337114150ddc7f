import type { ExtraProps } from 'react-markdown';
import { claimsIn, type Claim } from '../claims/claims';

type Element = NonNullable<ExtraProps['node']>;
type ElementContent = Element['children'][number];
type Text = Extract<ElementContent, { type: 'text' }>;
/** The root, too. */
type Parent = Pick<Element, 'children'>;

/**
 * The class of the element behind a sentence that claims something. Raw HTML never runs, so nothing else can have it.
 */
export const CLAIM_CLASS = 'zo-claim';

/** Blocks whose sentences are the answer's own; quotes and code are not. */
const BLOCKS = new Set(['p', 'li', 'td']);
const SKIPPED = new Set(['blockquote', 'pre', 'table']);
const ATOMS = new Set(['code', 'sup', 'img']);
const MAX_PATHS = 10;

interface Piece {
  readonly text: Text;
  readonly parent: Element;
  readonly start: number;
}

/** A plugin of rehype: puts an empty mark behind each claim; whether it is shown is known where the calls are. */
export function rehypeClaims() {
  return (root: Parent): void => visit(root);
}

function visit(node: Parent): void {
  for (const child of node.children) {
    if (child.type !== 'element' || SKIPPED.has(child.tagName)) continue;
    // The paragraphs of a loose list have their own turn.
    const holdsBlocks = child.children.some(
      (each) => each.type === 'element' && ['p', 'ul', 'ol'].includes(each.tagName),
    );
    if (BLOCKS.has(child.tagName) && !holdsBlocks) markBlock(child);
    else visit(child);
  }
}

function markBlock(block: Element): void {
  const pieces: Piece[] = [];
  const links: { href: string; start: number }[] = [];
  let text = '';
  const read = (node: Element): void => {
    for (const child of node.children) {
      if (child.type === 'text') {
        pieces.push({ text: child, parent: node, start: text.length });
        text += child.value;
      } else if (child.type === 'element') {
        if (child.tagName === 'a') links.push({ href: String(child.properties['href'] ?? ''), start: text.length });
        // What is in code is not said.
        if (ATOMS.has(child.tagName)) text += child.tagName === 'sup' ? '' : '￼';
        else if (child.tagName === 'br') text += '\n';
        else read(child);
      }
    }
  };
  read(block);
  // From the end, so that the offsets of those before hold.
  for (const claim of claimsIn(text).toReversed()) {
    const hrefs = links.filter(({ start }) => start >= claim.start && start < claim.end).map(({ href }) => href);
    insert(block, pieces, { claim, mark: markOf(claim, hrefs.filter(isPath).slice(0, MAX_PATHS)) });
  }
}

const isPath = (href: string) => href !== '' && !/^(?:[a-z][a-z0-9+.-]*:|#|\/\/)/i.test(href);

const markOf = ({ act }: Claim, paths: string[]): Element => ({
  type: 'element',
  tagName: 'sup',
  properties: { className: [CLAIM_CLASS] },
  children: [{ type: 'text', value: JSON.stringify({ act, paths }) }],
});

function insert(block: Element, pieces: readonly Piece[], { claim, mark }: { claim: Claim; mark: Element }): void {
  const piece = pieces.findLast(({ start }) => start < claim.end);
  if (!piece || piece.start + piece.text.value.length < claim.end) return void block.children.push(mark);
  const { text, parent, start } = piece;
  const after = text.value.slice(claim.end - start);
  text.value = text.value.slice(0, claim.end - start);
  const behind: ElementContent[] = after === '' ? [mark] : [mark, { type: 'text', value: after }];
  parent.children.splice(parent.children.indexOf(text) + 1, 0, ...behind);
}
