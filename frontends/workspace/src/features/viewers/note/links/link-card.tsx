import { ExternalLink, Pencil, Unlink } from 'lucide-react';
import { useLayoutEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Editor, Range, Transforms, type Element } from 'slate';
import { ReactEditor, useFocused, useSlateSelector, useSlateStatic } from 'slate-react';
import { IconButton } from '@zo/web/ui';
import { focusText } from '../editor/focus-text';
import type { NoteEditor } from '../editor/types';
import type { LinkNode } from '../model/nodes';
import { LinkForm } from './link-form';
import { addressAtCursor, linkAtCursor, linkSelection, removeLink } from './links';
import { addressOf } from './references';
import { useHoveredLink } from './use-hovered-link';
import { useLinkTarget } from './use-link-target';

const WIDTH = 330;
const HEIGHT = 150;

interface Edited {
  readonly address: string;
  readonly at: Range;
  readonly place: CSSProperties;
}

/** ED-05: the address of the link with the cursor or the pointer, where it opens without a Ctrl key too. */
export function LinkCard() {
  const editor = useSlateStatic();
  const isFocused = useFocused();
  const { hovered, stay, leave, close: closeHovered } = useHoveredLink();
  const link = useSlateSelector((current) => (hovered && linkIn(current, hovered)) ?? linkWithCursor(current));
  const [edited, setEdited] = useState<Edited>();
  const close = () => {
    setEdited(undefined);
    focusText(editor);
  };
  /** What follows is about the link of the card, with the cursor in it. */
  const take = () => {
    const found = hovered && linkIn(editor, hovered);
    if (found) Transforms.select(editor, Editor.end(editor, ReactEditor.findPath(editor, found)));
    closeHovered();
  };
  const edit = (place: CSSProperties) => {
    take();
    const address = addressAtCursor(editor);
    if (editor.selection) setEdited({ address, at: editor.selection, place });
  };
  const remove = () => {
    take();
    removeLink(editor);
  };
  if (edited)
    return (
      <Card place={edited.place}>
        <LinkForm
          address={edited.address}
          onSave={(address) => {
            Transforms.select(editor, edited.at);
            return linkSelection(editor, address);
          }}
          onClose={close}
        />
      </Card>
    );
  return link && (isFocused || hovered) ? (
    <Address link={link} onEdit={edit} onRemove={remove} onPointerEnter={stay} onPointerLeave={leave} />
  ) : null;
}

/** Undefined for a link that is gone. */
function linkIn(editor: NoteEditor, rendered: globalThis.Element): Element | undefined {
  try {
    return ReactEditor.toSlateNode(editor, rendered) as Element;
  } catch {
    return undefined;
  }
}

function linkWithCursor(editor: NoteEditor): Element | undefined {
  const { selection } = editor;
  return selection && Range.isCollapsed(selection) ? linkAtCursor(editor)?.[0] : undefined;
}

interface AddressProps {
  readonly link: Element;
  readonly onEdit: (place: CSSProperties) => void;
  readonly onRemove: () => void;
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
}

/** Stays under the link, also while the note is scrolled. */
function Address({ link, onEdit, onRemove, ...hover }: AddressProps) {
  const editor = useSlateStatic();
  const url = addressOf(editor, link as unknown as LinkNode);
  const { href, open } = useLinkTarget(link as unknown as LinkNode);
  const [place, setPlace] = useState<CSSProperties>();
  useLayoutEffect(() => {
    const follow = () => setPlace(placeUnder(editor, link));
    follow();
    addEventListener('scroll', follow, { capture: true, passive: true });
    return () => removeEventListener('scroll', follow, { capture: true });
  }, [editor, link]);
  if (!place) return null;
  return (
    <Card place={place} {...hover}>
      {/* The cursor stays in the link. */}
      <div className="flex items-center gap-1 p-1 pl-3" onMouseDown={(event) => event.preventDefault()}>
        <span className="min-w-0 flex-1 truncate text-text-2" title={url ?? undefined}>
          {url}
        </span>
        {href ? (
          <IconButton label="Open link" size="sm" onClick={open}>
            <ExternalLink />
          </IconButton>
        ) : null}
        <IconButton label="Edit link" size="sm" onClick={() => onEdit(place)}>
          <Pencil />
        </IconButton>
        <IconButton label="Remove link" size="sm" onClick={onRemove}>
          <Unlink />
        </IconButton>
      </div>
    </Card>
  );
}

interface CardProps {
  readonly place: CSSProperties;
  readonly children: ReactNode;
  readonly onPointerEnter?: () => void;
  readonly onPointerLeave?: () => void;
}

const Card = ({ place, children, ...hover }: CardProps) =>
  createPortal(
    <div
      role="group"
      aria-label="Link"
      className="fixed z-30 rounded-lg border border-line-1 bg-surface-1 text-sm shadow-float"
      style={{ maxWidth: WIDTH, ...place }}
      {...hover}
    >
      {children}
    </div>,
    document.body,
  );

/** Under the link, or over it where there is no space below; undefined before the link is rendered. */
function placeUnder(editor: NoteEditor, link: Element): CSSProperties | undefined {
  const node = renderedNode(editor, link);
  if (!node) return undefined;
  const box = node.getBoundingClientRect();
  const left = Math.max(8, Math.min(box.left, innerWidth - WIDTH - 8));
  return box.bottom + HEIGHT < innerHeight
    ? { left, top: box.bottom + 6 }
    : { left, bottom: innerHeight - box.top + 6 };
}

function renderedNode(editor: NoteEditor, link: Element): HTMLElement | undefined {
  try {
    return ReactEditor.toDOMNode(editor, link);
  } catch {
    return undefined;
  }
}
