import { Ellipsis } from 'lucide-react';
import { ReactEditor, useReadOnly, useSelected, useSlateStatic, type RenderElementProps } from 'slate-react';
import { IconButton, Menu, type MenuEntry } from '@zo/web/ui';
import { insertColumn, insertRow, removeColumn, removeRow, removeTable } from '../editor/tables';
import type { NoteEditor } from '../editor/types';
import { Containers } from './containers';

/** ED-02: a table; its first row is the header. */
export function TableElement({ attributes, element, children }: RenderElementProps) {
  const hasCursor = useSelected();
  const readOnly = useReadOnly();
  return (
    <div {...attributes} className="note-block">
      <Containers element={element}>
        <div className="relative">
          <div className="overflow-x-auto">
            <table>
              <tbody>{children}</tbody>
            </table>
          </div>
          {hasCursor && !readOnly ? <TableMenu /> : null}
        </div>
      </Containers>
    </div>
  );
}

export const RowElement = ({ attributes, children }: RenderElementProps) => <tr {...attributes}>{children}</tr>;
export const CellElement = ({ attributes, children }: RenderElementProps) => <td {...attributes}>{children}</td>;

function TableMenu() {
  const editor = useSlateStatic();
  const entry = (label: string, run: (target: NoteEditor) => void, danger = false): MenuEntry => ({
    label,
    danger,
    onSelect: () => {
      run(editor);
      ReactEditor.focus(editor);
    },
  });
  return (
    <div contentEditable={false} className="absolute top-1 right-1 select-none">
      <Menu
        label="Table"
        entries={[
          entry('Insert row above', (target) => insertRow(target, 'before')),
          entry('Insert row below', (target) => insertRow(target, 'after')),
          entry('Insert column left', (target) => insertColumn(target, 'before')),
          entry('Insert column right', (target) => insertColumn(target, 'after')),
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
