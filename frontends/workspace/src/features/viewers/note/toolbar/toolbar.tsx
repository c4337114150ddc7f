import {
  Bold,
  ChevronsDown,
  ChevronsUp,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Highlighter,
  Italic,
  Link as LinkIcon,
  List,
  ListChecks,
  ListOrdered,
  Minus,
  Radical,
  Redo2,
  Sigma,
  SquareCode,
  Strikethrough,
  Table,
  TextQuote,
  Undo2,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSlateSelector, useSlateStatic } from 'slate-react';
import { FoldingTools, IconButton } from '@zo/web/ui';
import { insertBlock, listKind, selectedBlocks, toggleHeading, toggleList, toggleQuote } from '../editor/blocks';
import { focusText } from '../editor/focus-text';
import { hasMark, toggleMark, type Mark } from '../editor/marks';
import { syncSelection } from '../editor/sync-selection';
import type { NoteEditor } from '../editor/types';
import { LinkButton } from '../links/link-button';
import { OutlineButton } from './outline-button';
import { useDragCancel } from './use-drag-cancel';

interface Tool {
  readonly label: string;
  readonly keys?: string;
  readonly icon: ReactNode;
  readonly isOn?: (editor: NoteEditor) => boolean;
  readonly run: (editor: NoteEditor) => void;
}

const mark = (name: Mark, tool: Pick<Tool, 'label' | 'keys' | 'icon'>): Tool => ({
  ...tool,
  isOn: (editor) => hasMark(editor, name),
  run: (editor) => toggleMark(editor, name),
});

const heading = (depth: 1 | 2 | 3, icon: ReactNode): Tool => ({
  label: `Heading ${depth}`,
  icon,
  isOn: (editor) => selectedBlocks(editor).some(([block]) => block.type === 'heading' && block.depth === depth),
  run: (editor) => toggleHeading(editor, depth),
});

const list = (kind: 'bullet' | 'ordered' | 'check', label: string, icon: ReactNode): Tool => ({
  label,
  icon,
  isOn: (editor) => selectedBlocks(editor).some(([block]) => listKind(block) === kind),
  run: (editor) => toggleList(editor, kind),
});

const code = (label: string, icon: ReactNode, { info, text }: { info: string; text: string }): Tool => ({
  label,
  icon,
  run: (editor) => insertBlock(editor, { type: 'code', fence: '```', info, closing: '```', children: [{ text }] }),
});

const cell = (text: string) => ({ type: 'cell' as const, children: [{ text }] });
const row = () => ({ type: 'row' as const, children: [cell(''), cell('')] });

/** ED-02: the tools in groups; headings 1 to 3, tables of two by two with a header. */
const GROUPS: readonly (readonly Tool[])[] = [
  [
    { label: 'Undo', keys: 'Mod+Z', icon: <Undo2 />, run: (editor) => editor.undo() },
    { label: 'Redo', keys: 'Mod+Shift+Z', icon: <Redo2 />, run: (editor) => editor.redo() },
  ],
  [heading(1, <Heading1 />), heading(2, <Heading2 />), heading(3, <Heading3 />)],
  [
    mark('bold', { label: 'Bold', keys: 'Mod+B', icon: <Bold /> }),
    mark('italic', { label: 'Italic', keys: 'Mod+I', icon: <Italic /> }),
    mark('strike', { label: 'Strikethrough', keys: 'Mod+Shift+S', icon: <Strikethrough /> }),
    mark('highlight', { label: 'Highlight', keys: 'Mod+Shift+H', icon: <Highlighter /> }),
    mark('code', { label: 'Inline code', keys: 'Mod+E', icon: <Code /> }),
    mark('math', { label: 'Inline formula', icon: <Radical /> }),
  ],
  [
    list('bullet', 'Bulleted list', <List />),
    list('ordered', 'Numbered list', <ListOrdered />),
    list('check', 'Checklist', <ListChecks />),
    {
      label: 'Quote',
      icon: <TextQuote />,
      isOn: (editor) =>
        selectedBlocks(editor).some(([block]) => block.containers?.some(({ kind }) => kind === 'quote') ?? false),
      run: toggleQuote,
    },
  ],
  [
    code('Code block', <SquareCode />, { info: '', text: '' }),
    code('Formula', <Sigma />, { info: 'math', text: 'e^{i\\pi} + 1 = 0' }),
    {
      label: 'Table',
      icon: <Table />,
      run: (editor) => insertBlock(editor, { type: 'table', delimiters: '| --- | --- |', children: [row(), row()] }),
    },
    {
      label: 'Line',
      icon: <Minus />,
      run: (editor) => insertBlock(editor, { type: 'rule', marker: '---', children: [{ text: '' }] }),
    },
  ],
];

const OPEN_KEY = 'zo.note-toolbar';

/** ED-01: the formatting toolbar; whether it is collapsed is kept in the browser. */
export function Toolbar({ onOutline }: { onOutline: () => void }) {
  const [isOpen, setIsOpen] = useState(() => localStorage.getItem(OPEN_KEY) !== 'closed');
  const toggle = () => {
    localStorage.setItem(OPEN_KEY, isOpen ? 'closed' : 'open');
    setIsOpen(!isOpen);
  };
  const dragged = useDragCancel();
  return (
    <div
      data-find="off"
      className={`flex shrink-0 gap-1 border-b border-line-1 px-3 ${isOpen ? '' : 'h-6 items-center'}`}
    >
      {isOpen ? (
        <FoldingTools aria-label="Formatting" {...dragged} className="gap-x-0.5">
          {GROUPS.map((tools, index) => (
            <div
              key={index}
              className="flex items-center gap-0.5 border-r border-line-1 px-1.5 first:pl-0 last:border-0"
            >
              {tools.map((tool) => (
                <ToolButton key={tool.label} tool={tool} />
              ))}
              {index === 2 ? <LinkButton icon={<LinkIcon />} /> : null}
            </div>
          ))}
        </FoldingTools>
      ) : (
        <span className="flex-1" />
      )}
      <div className={`flex shrink-0 items-center gap-1 ${isOpen ? 'h-10 pointer-coarse:h-12' : 'h-6'}`}>
        <OutlineButton onOpen={onOutline} />
        <IconButton label={isOpen ? 'Hide formatting' : 'Show formatting'} size="sm" onClick={toggle}>
          {isOpen ? <ChevronsUp /> : <ChevronsDown />}
        </IconButton>
      </div>
    </div>
  );
}

function ToolButton({ tool }: { tool: Tool }) {
  const editor = useSlateStatic();
  const isOn = useSlateSelector((current) => tool.isOn?.(current) ?? false);
  return (
    <IconButton
      label={tool.label}
      keys={tool.keys}
      active={tool.isOn ? isOn : undefined}
      // The selection stays in the editor.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        syncSelection(editor);
        tool.run(editor);
        focusText(editor);
      }}
    >
      {tool.icon}
    </IconButton>
  );
}
