import { ConfirmDialog } from '@zo/web/ui';
import { useState } from 'react';
import { deleteItems, emptyTheTrash } from '../../operations/actions';
import type { Entry, ImportDialog, WorkspaceDialog } from '../../workspace.slice';
import { CreateDialog } from './create-dialog';
import { MoveDialog } from './move-dialog';
import { SaveArticleDialog } from './save-article-dialog';
import { RenamePopover } from './rename-popover';

function Confirm({
  title,
  description,
  action,
  run,
  onClose,
}: {
  title: string;
  description: string;
  action: string;
  run: () => Promise<void>;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await run();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={description}
      action={action}
      busy={busy}
      onConfirm={() => void confirm()}
    />
  );
}

const named = (items: readonly Entry[]) => (items.length === 1 ? `"${items[0]!.name}"` : `${items.length} items`);

/** The dialog that is open. Only actions without undo ask for confirmation. */
export default function OpenDialog({
  dialog,
  close,
}: {
  dialog: Exclude<WorkspaceDialog, ImportDialog>;
  close: () => void;
}) {
  switch (dialog.type) {
    case 'create':
      return <CreateDialog kind={dialog.kind} parent={dialog.parent} name={dialog.name} onClose={close} />;
    case 'rename':
      return <RenamePopover entry={dialog.entry} box={dialog.box} onClose={close} />;
    case 'move':
      return <MoveDialog items={dialog.items} onClose={close} />;
    case 'save-article':
      return <SaveArticleDialog url={dialog.url} problem={dialog.problem} onClose={close} />;
    case 'delete':
      return (
        <Confirm
          title={`Delete ${named(dialog.items)} permanently?`}
          description="This cannot be undone."
          action="Delete permanently"
          run={() => deleteItems(dialog.items)}
          onClose={close}
        />
      );
    case 'empty-trash':
      return (
        <Confirm
          title="Empty the trash?"
          description="Everything in it is deleted for good. This cannot be undone."
          action="Empty trash"
          run={emptyTheTrash}
          onClose={close}
        />
      );
  }
}
