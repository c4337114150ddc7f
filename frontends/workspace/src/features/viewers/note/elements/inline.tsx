import { Calendar, FileText, Workflow, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFocused, useSelected, type RenderElementProps } from 'slate-react';
import { fileHref, rawHref } from '@zo/web/paths';
import { useNavigate } from '@zo/web/router';
import { mentionedPath } from '../model/mention';
import type { CitationNode, ImageNode, LinkNode, MentionNode } from '../model/nodes';
import { useNoteLocation } from '../note-context';
import { externalHref, isExternal, resolveLink } from '../resolve-link';

/** ED-05: a link opens with Ctrl or Cmd, because a plain click places the cursor. */
export function LinkElement({ attributes, element, children }: RenderElementProps) {
  const location = useNoteLocation();
  const navigate = useNavigate();
  const { url } = element as unknown as LinkNode;
  const external = url === null ? undefined : externalHref(url);
  const open = () => {
    if (external) return void window.open(external, '_blank', 'noopener,noreferrer');
    const target = url === null || isExternal(url) ? undefined : resolveLink(location, url);
    if (target) void navigate(fileHref(target));
  };
  return (
    <a
      {...attributes}
      href={external}
      title={url ?? undefined}
      onClick={(event) => {
        event.preventDefault();
        if (event.ctrlKey || event.metaKey) open();
      }}
    >
      {children}
    </a>
  );
}

export function ImageElement({ attributes, element, children }: RenderElementProps) {
  const { url, alt } = element as unknown as ImageNode;
  const location = useNoteLocation();
  const isMarked = useSelected() && useFocused();
  const target = url === null || isExternal(url) ? undefined : resolveLink(location, url);
  return (
    <span {...attributes} className="note-image" data-selected={isMarked || undefined}>
      <span contentEditable={false}>
        {target ? (
          <img src={rawHref(target)} alt={alt} loading="lazy" />
        ) : (
          <Chip icon={<FileText />} label={alt || url || 'Image'} />
        )}
      </span>
      {children}
    </span>
  );
}

export function CitationElement({ attributes, element, children }: RenderElementProps) {
  return (
    <span {...attributes}>
      <sup contentEditable={false} className="note-citation">
        {(element as unknown as CitationNode).id}
      </sup>
      {children}
    </span>
  );
}

const ICONS = { date: <Calendar />, file: <FileText />, tool: <Wrench />, zoroutine: <Workflow /> };

export function MentionElement({ attributes, element, children }: RenderElementProps) {
  const { kind, value } = element as unknown as MentionNode;
  const isMarked = useSelected() && useFocused();
  return (
    <span {...attributes} data-selected={isMarked || undefined} className="note-mention">
      <Chip icon={ICONS[kind]} label={labelOf(kind, value)} />
      {children}
    </span>
  );
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
