import { useEffect, useState } from 'react';
import { ReactEditor, useSlateStatic } from 'slate-react';

/** ED-05: how long the pointer rests on a link until its card opens, and has left both until that closes. */
const OPEN_MS = 500;
const CLOSE_MS = 150;
const LINK = 'a[data-slate-node="element"]';

type Timer = ReturnType<typeof setTimeout>;

/** Which link the pointer rests on, or rested on until it went to the card. */
class HoveredLink {
  private over: Element | null = null;
  private shown: Element | null = null;
  /** The pointer is over the card, of which one may hear before it has left the text. */
  private isHeld = false;
  private opening?: Timer;
  private closing?: Timer;

  constructor(private readonly show: (link: Element | null) => void) {}

  readonly move = (link: Element | null): void => {
    if (link === this.over) return;
    this.over = link;
    clearTimeout(this.opening);
    clearTimeout(this.closing);
    if (link === this.shown) return;
    this.closeSoon();
    if (link) this.opening = setTimeout(() => this.set(link), OPEN_MS);
  };

  readonly stay = (): void => {
    this.isHeld = true;
    clearTimeout(this.closing);
  };

  readonly leave = (): void => {
    this.isHeld = false;
    this.closeSoon();
  };

  private closeSoon(): void {
    clearTimeout(this.closing);
    if (this.shown && !this.isHeld) this.closing = setTimeout(() => this.set(null), CLOSE_MS);
  }

  readonly close = (): void => {
    clearTimeout(this.opening);
    this.set(null);
  };

  private set(link: Element | null): void {
    clearTimeout(this.closing);
    this.shown = link;
    this.isHeld = false;
    this.show(link);
  }
}

/** ED-05: the rendered link that the pointer rests on, and what its card calls. */
export function useHoveredLink() {
  const editor = useSlateStatic();
  const [hovered, setHovered] = useState<Element | null>(null);
  const [{ move, stay, leave, close }] = useState(() => new HoveredLink(setHovered));
  useEffect(() => {
    const text = ReactEditor.toDOMNode(editor, editor);
    // A touch rests on nothing; it places the cursor.
    const onOver = ({ target, pointerType }: PointerEvent) =>
      pointerType === 'touch' || move((target as Element).closest(LINK));
    const onLeave = () => move(null);
    text.addEventListener('pointerover', onOver);
    text.addEventListener('pointerleave', onLeave);
    return () => {
      text.removeEventListener('pointerover', onOver);
      text.removeEventListener('pointerleave', onLeave);
      close();
    };
  }, [editor, move, close]);
  return { hovered, stay, leave, close };
}
