import { useRef, useState } from 'react';
import { settingsApi, api, store, toProblem, useFolderQuery } from '@zo/web/store';
import { isOnComputer, nameOf, pathKey, type Location } from '@zo/web/paths';
import { Button, Dialog, Field, toast } from '@zo/web/ui';
import { fileMutations, type CreateType } from '../../api/mutations';
import { MESSAGES } from '../../messages';
import { TYPE_LABEL, createProblem, finalName } from '../../operations/names';
import { remember } from '../../operations/steps';
import { useOpen } from '../../navigation/use-open';

interface CreateDialogProps {
  kind: CreateType;
  parent: Location;
  /** The name to begin with. */
  name?: string;
  onClose: () => void;
}

/** FT-05: asks for the name of a new entry; Create is disabled while the name is blank or the request runs. */
export function CreateDialog({ kind, parent, name: given = '', onClose }: CreateDialogProps) {
  const [text, setText] = useState(given);
  const [busy, setBusy] = useState(false);
  const isMade = useRef(false);
  const { data: folder } = useFolderQuery(parent);
  const open = useOpen();
  const label = TYPE_LABEL[kind];
  const name = finalName(kind, text);
  const problem = createProblem(kind, text, folder?.names ?? []);

  const create = async () => {
    if (!name || problem || busy) return;
    setBusy(true);
    try {
      const made = await store
        .dispatch(
          fileMutations.endpoints.createEntry.initiate({ root: parent.root, path: [...parent.path, name], type: kind }),
        )
        .unwrap();
      // Undo needs the trash.
      if (isOnComputer(made)) remember({ type: 'made', made: [made] });
      store.dispatch(api.util.invalidateTags([{ type: 'Folder', id: pathKey(parent) }]));
      // AU-06: the result is ignored, because onboarding does not affect this dialog.
      if (kind === 'note')
        void store.dispatch(
          settingsApi.endpoints.onboarding.initiate({ field: 'has_created_note', op: 'set', value: true }),
        );
      isMade.current = true;
      onClose();
      open(made);
    } catch (error) {
      const { status, detail } = toProblem(error);
      setBusy(false);
      toast.error(status === 0 ? MESSAGES.createError(label) : MESSAGES.createFailed(label), { description: detail });
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      // The grid of a new sheet takes a focus that nothing has.
      leavesFocus={() => isMade.current && kind === 'sheet'}
      title={`New ${label}`}
      description={<>In {nameOf(parent)}</>}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={!name || Boolean(problem)} onClick={() => void create()}>
            Create
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <Field
          label="Name"
          value={text}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          error={problem}
          hint={name && name !== text.trim() ? `Will be called ${name}` : undefined}
        />
      </form>
    </Dialog>
  );
}
