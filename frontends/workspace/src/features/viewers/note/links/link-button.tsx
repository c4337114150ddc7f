import { useState, type ReactNode } from 'react';
import { Transforms, type Range } from 'slate';
import { useSlateSelector, useSlateStatic } from 'slate-react';
import { IconButton, Popover } from '@zo/web/ui';
import { focusText } from '../editor/focus-text';
import { syncSelection } from '../editor/sync-selection';
import { LinkForm } from './link-form';
import { addressAtCursor, isDomain, linkAtCursor, linkSelection, selectedText } from './links';

/** ED-05: sets the address of a link. A selected text that looks like a domain becomes a link at once. */
export function LinkButton({ icon }: { icon: ReactNode }) {
  const editor = useSlateStatic();
  const isOn = useSlateSelector((current) => linkAtCursor(current) !== undefined);
  const [at, setAt] = useState<Range | null>(null);
  const open = () => {
    syncSelection(editor);
    const text = selectedText(editor);
    if (!linkAtCursor(editor) && isDomain(text)) return void linkSelection(editor, text);
    setAt(editor.selection);
  };
  const close = () => {
    setAt(null);
    focusText(editor);
  };
  return (
    <Popover
      label="Link"
      open={at !== null}
      onOpenChange={(next) => (next ? open() : close())}
      // The text has it again by then; the button would take what is typed next.
      keepFocus
      trigger={
        <IconButton label="Link" active={isOn} onMouseDown={(event) => event.preventDefault()}>
          {icon}
        </IconButton>
      }
    >
      <LinkForm
        address={addressAtCursor(editor)}
        onSave={(address) => {
          if (at) Transforms.select(editor, at);
          return linkSelection(editor, address);
        }}
        onClose={close}
      />
    </Popover>
  );
}
