import { Calendar, FileText, Workflow, Wrench } from 'lucide-react';
import { useFocused, useSelected, useSlateStatic, type RenderElementProps } from 'slate-react';
import { WithFilePreview } from '@zo/web/mentions';
import { WithPreview } from '@zo/web/ui';
import { useMeQuery } from '@zo/web/store';
import { footnoteText, goToFootnote } from '../editor/go-to';
import { asBlocks } from '../editor/types';
import { useLinkTarget } from '../links/use-link-target';
import { mentionedFile } from '../mentioned-file';
import { WithToolPreview } from '../mentions/tool-preview';
import { NOTE } from '../messages';
import { mentionedPath } from '../model/mention';
import type { CitationNode, LinkNode, MentionNode } from '../model/nodes';
import { Chip } from './chip';

/** ED-05: a link opens with Ctrl or Cmd, because a plain click places the cursor. */
export function LinkElement({ attributes, element, children }: RenderElementProps) {
  const { href, open } = useLinkTarget(element as unknown as LinkNode);
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

/** A reference to a footnote: resting on it shows the text, a click leads to it. */
export function CitationElement({ attributes, element, children }: RenderElementProps) {
  const editor = useSlateStatic();
  const { id } = element as unknown as CitationNode;
  return (
    <span {...attributes}>
      <sup contentEditable={false} className="note-citation">
        <WithPreview label={id} preview={<FootnoteText id={id} />} onClick={() => goToFootnote(editor, id)}>
          <a href={`#${encodeURIComponent(id)}`} onClick={(event) => event.preventDefault()}>
            {id}
          </a>
        </WithPreview>
      </sup>
      {children}
    </span>
  );
}

function FootnoteText({ id }: { id: string }) {
  const editor = useSlateStatic();
  const text = footnoteText(asBlocks(editor.children), id);
  return <p className="text-sm whitespace-pre-wrap">{text ?? NOTE.noCitation}</p>;
}

const ICONS = { date: <Calendar />, file: <FileText />, tool: <Wrench />, zoroutine: <Workflow /> };

export function MentionElement({ attributes, element, children }: RenderElementProps) {
  const { kind, value } = element as unknown as MentionNode;
  const isMarked = useSelected() && useFocused();
  const handle = useMeQuery().data?.handle;
  const target = mentionedFile(value, handle);
  const chip = <Chip icon={ICONS[kind]} label={labelOf(kind, value)} />;
  return (
    <span {...attributes} data-selected={isMarked || undefined} className="note-mention">
      {target ? <WithFilePreview location={target}>{chip}</WithFilePreview> : null}
      {kind === 'tool' ? <WithToolPreview slug={toolOf(value)}>{chip}</WithToolPreview> : null}
      {target || kind === 'tool' ? null : chip}
      {children}
    </span>
  );
}

const toolOf = (value: string) => value.slice('tool '.length);

function labelOf(kind: MentionNode['kind'], value: string): string {
  if (kind === 'date') {
    const date = new Date(`${value.slice('date '.length)}T00:00:00`);
    return date.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
  }
  if (kind === 'tool') return toolOf(value);
  return mentionedPath(value)?.split('/').at(-1) ?? value;
}
