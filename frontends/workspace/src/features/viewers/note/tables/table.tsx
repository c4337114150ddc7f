import { Ellipsis } from 'lucide-react';
import { createContext, use, useMemo, useRef } from 'react';
import type { Element } from 'slate';
import { ReactEditor, useReadOnly, useSelected, useSlateStatic, type RenderElementProps } from 'slate-react';
import { IconButton, Menu, type MenuEntry } from '@zo/web/ui';
import { focusText, renderChange } from '../editor/focus-text';
import type { NoteEditor } from '../editor/types';
import { Containers } from '../elements/containers';
import type { Table } from '../model/nodes';
import { alignmentsOf, type Alignment } from '../model/table-source';
import { alignColumn, insertColumn, insertRow, removeColumn, removeRow, removeTable } from './tables';

const Alignments = createContext<readonly (Alignment | undefined)[]>([]);
/** The row that names the columns. */
const HeadRow = createContext<Element | undefined>(undefined);
const IsInHead = createContext(false);

/** ED-02: a table; its first row is the header. */
export function TableElement({ attributes, element, children }: RenderElementProps) {
  const hasCursor = useSelected();
  const readOnly = useReadOnly();
  const { delimiters } = element as unknown as Table;
  const [head] = element.children;
  const alignments = useMemo(() => alignmentsOf(delimiters), [delimiters]);
  return (
    <div {...attributes} className="note-block">
      <Containers element={element}>
        <div className="relative">
          <div className="overflow-x-auto">
            <table>
              <Alignments value={alignments}>
                <HeadRow value={head as Element | undefined}>
                  <tbody>{children}</tbody>
                </HeadRow>
              </Alignments>
            </table>
          </div>
          {hasCursor && !readOnly ? <TableMenu /> : null}
        </div>
      </Containers>
    </div>
  );
}

export const RowElement = ({ attributes, element, children }: RenderElementProps) => (
  <IsInHead value={use(HeadRow) === element}>
    <tr {...attributes}>{children}</tr>
  </IsInHead>
);

export function CellElement({ attributes, element, children }: RenderElementProps) {
  const editor = useSlateStatic();
  const textAlign = use(Alignments)[ReactEditor.findPath(editor, element).at(-1)!];
  return (
    <td {...attributes} role={use(IsInHead) ? 'columnheader' : undefined} style={{ textAlign }}>
      {children}
    </td>
  );
}

function TableMenu() {
  const editor = useSlateStatic();
  const hasRun = useRef(false);
  const entry = (label: string, run: (target: NoteEditor) => void, danger = false): MenuEntry => ({
    label,
    danger,
    onSelect: () => {
      run(editor);
      renderChange(editor);
      hasRun.current = true;
    },
  });
  // As soon as the menu lets go of it: the next key is meant for the text.
  const takeFocus = (isOpen: boolean) => void (!isOpen && hasRun.current && focusText(editor));
  // The closing menu would give the focus back to its button.
  const keepFocus = (event: Event) => {
    if (!hasRun.current) return;
    hasRun.current = false;
    event.preventDefault();
    focusText(editor);
  };
  return (
    <div contentEditable={false} className="absolute top-1 right-1 select-none">
      <Menu
        label="Table"
        onOpenChange={takeFocus}
        onCloseAutoFocus={keepFocus}
        entries={[
          entry('Insert row above', (target) => insertRow(target, 'before')),
          entry('Insert row below', (target) => insertRow(target, 'after')),
          entry('Insert column left', (target) => insertColumn(target, 'before')),
          entry('Insert column right', (target) => insertColumn(target, 'after')),
          'separator',
          entry('Align left', (target) => alignColumn(target, 'left')),
          entry('Align center', (target) => alignColumn(target, 'center')),
          entry('Align right', (target) => alignColumn(target, 'right')),
          'separator',
          entry('Delete row', removeRow),
          entry('Delete column', removeColumn),
          entry('Delete table', removeTable, true),
        ]}
      >
        <IconButton label="Rows and columns" size="sm" onMouseDown={(event) => event.preventDefault()}>
          <Ellipsis />
        </IconButton>
      </Menu>
    </div>
  );
}
