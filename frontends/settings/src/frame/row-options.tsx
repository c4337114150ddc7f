import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog, IconButton, Menu } from '@zo/web/ui';

interface RowOptionsProps {
  text: { options: string; optionsOf: (name: string) => string; edit?: string; remove: string };
  name: string;
  onEdit?: () => void;
  /** What the dialog asks before `onRemove`. */
  question: { title: string; hint: string };
  isRemoving: boolean;
  onRemove: () => Promise<unknown>;
  onFailed: (error: unknown) => void;
}

/** The menu of a connection: it is edited, or removed after a question. */
export function RowOptions({ text, name, onEdit, question, isRemoving, onRemove, onFailed }: RowOptionsProps) {
  const [asking, setAsking] = useState(false);
  // The menu has to give the focus back first.
  const ask = () => setTimeout(() => setAsking(true), 40);
  return (
    <>
      <Menu
        label={text.optionsOf(name)}
        entries={[
          ...(onEdit && text.edit ? [{ label: text.edit, icon: <Pencil />, onSelect: onEdit }] : []),
          { label: text.remove, icon: <Trash2 />, danger: true, onSelect: () => void ask() },
        ]}
      >
        <IconButton label={text.options}>
          <Ellipsis />
        </IconButton>
      </Menu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={question.title}
        description={question.hint}
        action={text.remove}
        busy={isRemoving}
        onConfirm={() => void onRemove().then(() => setAsking(false), onFailed)}
      />
    </>
  );
}
