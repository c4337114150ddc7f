import { Calendar, FileText, Image as ImageIcon, Workflow, Wrench } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Node, type Element } from 'slate';
import {
  ReactEditor,
  useFocused,
  useSelected,
  useSlateSelector,
  useSlateStatic,
  type RenderElementProps,
} from 'slate-react';
import { rawHref, type Location } from '@zo/web/paths';
import { goToFootnote } from '../editor/go-to';
import type { NoteEditor } from '../editor/types';
import { WithFilePreview } from '../mentions/file-preview';
import { NOTE } from '../messages';
import { mentionedPath } from '../model/mention';
import type { CitationNode, ImageNode, LinkNode, MentionNode } from '../model/nodes';
import { useNoteLocation } from '../note-context';
import { isExternal, resolveLink } from '../resolve-link';
import { useLinkTarget } from '../use-link-target';

/** ED-05: a link opens with Ctrl or Cmd, because a plain click places the cursor. */
export function LinkElement({ attributes, element, children }: RenderElementProps) {
  const { href, open } = useLinkTarget((element as unknown as LinkNode).url);
  return (
    <a
      {...attributes}
      href={href}
      title={href && NOTE.openLink}
      onClick={(event) => {
        event.preventDefault();
        if (event.ctrlKey || event.metaKey) open?.();
      }}
    >
      {children}
    </a>
  );
}

/** ED-02: an image of the user's files; others would tell their host that the note was opened. */
export function ImageElement({ attributes, element, children }: RenderElementProps) {
  const { url, alt } = element as unknown as ImageNode;
  const location = useNoteLocation();
  const isMarked = useSelected() && useFocused();
  const isAlone = useSlateSelector((editor) => isOnlyContent(editor, element));
  const target = url === null || isExternal(url) ? undefined : resolveLink(location, url);
  return (
    <span
      {...attributes}
      className={`note-image ${isAlone ? 'note-image-alone' : ''}`}
      data-selected={isMarked || undefined}
    >
      <span contentEditable={false}>
        {target ? (
          <FileImage key={rawHref(target)} source={rawHref(target)} alt={alt} />
        ) : (
          <Chip icon={<ImageIcon />} label={alt || url || 'Image'} />
        )}
        {isAlone && target && alt ? <span className="note-caption">{alt}</span> : null}
      </span>
      {children}
    </span>
  );
}

function FileImage({ source, alt }: { source: string; alt: string }) {
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed)
    return (
      <span className="note-chip">
        <ImageIcon />
        {NOTE.imageFailed}
        <button
          type="button"
          className="text-accent-text"
          onClick={() => (setAttempt(attempt + 1), setHasFailed(false))}
        >
          {NOTE.retry}
        </button>
      </span>
    );
  return <img key={attempt} src={source} alt={alt} loading="lazy" onError={() => setHasFailed(true)} />;
}

/** Whether nothing else is in the paragraph of an inline node. */
function isOnlyContent(editor: NoteEditor, element: Element): boolean {
  const parent = Node.parent(editor, ReactEditor.findPath(editor, element)) as Element;
  return parent.type === 'paragraph' && parent.children.every((node) => node === element || Node.string(node) === '');
}

/** A reference to a footnote, which a click leads to. */
export function CitationElement({ attributes, element, children }: RenderElementProps) {
  const editor = useSlateStatic();
  const { id } = element as unknown as CitationNode;
  return (
    <span {...attributes}>
      <sup contentEditable={false} className="note-citation">
        <a
          href={`#${encodeURIComponent(id)}`}
          onClick={(event) => {
            event.preventDefault();
            // The editor would select the reference, and scroll back to it.
            event.stopPropagation();
            goToFootnote(editor, id);
          }}
        >
          {id}
        </a>
      </sup>
      {children}
    </span>
  );
}

const ICONS = { date: <Calendar />, file: <FileText />, tool: <Wrench />, zoroutine: <Workflow /> };

export function MentionElement({ attributes, element, children }: RenderElementProps) {
  const { kind, value } = element as unknown as MentionNode;
  const isMarked = useSelected() && useFocused();
  const target = mentionedFile(kind, value);
  const chip = <Chip icon={ICONS[kind]} label={labelOf(kind, value)} />;
  return (
    <span {...attributes} data-selected={isMarked || undefined} className="note-mention">
      {target ? <WithFilePreview location={target}>{chip}</WithFilePreview> : chip}
      {children}
    </span>
  );
}

/** The file that a mention names; paths from the root of the file system have no preview. */
function mentionedFile(kind: MentionNode['kind'], value: string): Location | undefined {
  const path = kind === 'file' ? mentionedPath(value) : undefined;
  const segments = path?.split('/').filter((segment) => segment !== '' && segment !== '.') ?? [];
  if (!path || path.startsWith('/') || segments.length === 0 || segments.includes('..')) return undefined;
  return { root: 'w', path: segments };
}

function labelOf(kind: MentionNode['kind'], value: string): string {
  if (kind === 'date') {
    const date = new Date(`${value.slice('date '.length)}T00:00:00`);
    return date.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
  }
  if (kind === 'tool') return value.slice('tool '.length);
  return mentionedPath(value)?.split('/').at(-1) ?? value;
}

const Chip = ({ icon, label }: { icon: ReactNode; label: string }) => (
  <span contentEditable={false} className="note-chip">
    {icon}
    {label}
  </span>
);
