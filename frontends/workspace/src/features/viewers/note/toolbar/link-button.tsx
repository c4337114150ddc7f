import { useState, type ReactNode } from 'react';
import { Transforms, type Range } from 'slate';
import { ReactEditor, useSlateSelector, useSlateStatic } from 'slate-react';
import { Button, IconButton, Input, Popover } from '@zo/web/ui';
import { isDomain, linkAtCursor, linkSelection, selectedText } from '../editor/links';
import type { LinkNode } from '../model/nodes';
import { NOTE } from '../messages';

/** ED-05: sets the address of a link. A selected text that looks like a domain becomes a link at once. */
export function LinkButton({ icon }: { icon: ReactNode }) {
  const editor = useSlateStatic();
  const isOn = useSlateSelector((current) => linkAtCursor(current) !== undefined);
  const [at, setAt] = useState<Range | null>(null);
  const [address, setAddress] = useState('');
  const [isInvalid, setIsInvalid] = useState(false);
  const open = () => {
    const text = selectedText(editor);
    if (!linkAtCursor(editor) && isDomain(text)) return void linkSelection(editor, text);
    const link = linkAtCursor(editor)?.[0] as unknown as LinkNode | undefined;
    setAddress(link?.url ?? '');
    setIsInvalid(false);
    setAt(editor.selection);
  };
  const close = () => {
    setAt(null);
    ReactEditor.focus(editor);
  };
  const save = () => {
    if (at) Transforms.select(editor, at);
    if (linkSelection(editor, address)) close();
    else setIsInvalid(true);
  };
  return (
    <Popover
      label="Link"
      open={at !== null}
      onOpenChange={(next) => (next ? open() : close())}
      trigger={
        <IconButton label="Link" keys="⌘K" active={isOn} onMouseDown={(event) => event.preventDefault()}>
          {icon}
        </IconButton>
      }
    >
      <form
        className="flex w-80 max-w-full flex-col gap-2 p-3"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Input
          autoFocus
          aria-label="Address of the link"
          placeholder="example.com"
          value={address}
          aria-invalid={isInvalid}
          onChange={(event) => (setAddress(event.target.value), setIsInvalid(false))}
        />
        {isInvalid ? <p className="text-xs text-bad">{NOTE.invalidLink}</p> : null}
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">{address.trim() === '' ? 'Remove link' : 'Set link'}</Button>
        </div>
      </form>
    </Popover>
  );
}
