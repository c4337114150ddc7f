import { Editor, Transforms, type Element } from 'slate';
import { ReactEditor, useSlateStatic } from 'slate-react';
import { TabRow } from '@zo/web/ui';
import { focusText } from '../editor/focus-text';

/** ED-02: View shows what a source describes, Edit the source, with the cursor at its end. */
export function ViewSwitch({ element, isDrawn }: { element: Element; isDrawn: boolean }) {
  const editor = useSlateStatic();
  const edit = () => {
    Transforms.select(editor, Editor.end(editor, ReactEditor.findPath(editor, element)));
    focusText(editor);
  };
  return (
    // The focus goes to the source, not to the tab.
    <div onMouseDown={(event) => event.preventDefault()}>
      <TabRow
        label="View or edit"
        value={isDrawn ? 'view' : 'edit'}
        onChange={(next) => (next === 'edit' ? edit() : ReactEditor.deselect(editor))}
        tabs={[
          { value: 'view', label: 'View' },
          { value: 'edit', label: 'Edit' },
        ]}
        className="note-view-switch"
      />
    </div>
  );
}
