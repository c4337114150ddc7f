import { useState } from 'react';
import { store, filesApi, toProblem } from '@zo/web/store';
import { nameOf, parentOf, type Location } from '@zo/web/paths';
import { Button, cn, toast } from '@zo/web/ui';
import { fileMutations } from '../../api/mutations';
import { mineName } from '../../document/conflict-copy';
import type { DocumentState } from '../../document/document-state';
import { MAX_SAVED_LENGTH } from '../../document/server-disk';
import type { TextDocument } from '../../document/text-document';
import { documents } from '../../document/use-document';
import { requestUpload } from '../../uploads/upload-picker';

/** ED-11: writes the text beside the file under a free name; returns that name. */
async function saveBeside(location: Location, text: string): Promise<string> {
  const parent = parentOf(location);
  const folder = await store
    .dispatch(filesApi.endpoints.folder.initiate(parent, { forceRefetch: true, subscribe: false }))
    .unwrap();
  const name = mineName(nameOf(location), folder.names);
  if (text.length > MAX_SAVED_LENGTH) return uploadBeside(parent, name, text);
  await store
    .dispatch(
      fileMutations.endpoints.writeFile.initiate({
        root: location.root,
        path: [...parent.path, name],
        content: text,
        base: { absent: true },
      }),
    )
    .unwrap();
  return name;
}

/** Uploads a text that is too large for one save; returns the name it got. */
const uploadBeside = (target: Location, name: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const onEnd = (uploaded: Location | undefined) =>
      uploaded ? resolve(nameOf(uploaded)) : reject(new Error('The upload failed.'));
    requestUpload({ target, files: [{ file: new File([text], name), path: [], onEnd }] });
  });

const kept = (name: string): string => `Your text is in "${name}"`;

/** The editors of notes, sheets and routines are opened anew for the other text, and have no undo that leads back. */
function takeTheirs(document: TextDocument): void {
  const { text } = document.state;
  document.takeTheirs();
  const undo = async () => {
    if (!documents.isForgotten(document)) return document.edit(text);
    const isBack = await documents.change(document.location, () => text).catch(() => false);
    if (!isBack) toast.error('Your text could not be put back', { description: 'Its file is gone.' });
  };
  toast('Your text was replaced.', { action: { label: 'Undo', onClick: () => void undo() } });
}

/** ED-11: actions for a conflict. Nothing is overwritten until the user chooses one. */
export function ConflictBar({
  location,
  document,
  state,
}: {
  location: Location;
  document: TextDocument;
  state: DocumentState;
}) {
  const [busy, setBusy] = useState(false);
  const keepBoth = async () => {
    setBusy(true);
    const { text } = document.state;
    try {
      const name = await saveBeside(location, text);
      if (document.state.text !== text) toast('You typed on meanwhile. Choose again.', { description: kept(name) });
      else {
        if (document.state.theirs) document.takeTheirs();
        else document.discard();
        toast.success(kept(name));
      }
    } catch (error) {
      toast.error('Your text could not be written beside the file. It is still here.', {
        description: toProblem(error).detail,
      });
    }
    setBusy(false);
  };
  if (state.status === 'deleted') {
    return (
      <div
        role="alert"
        className="flex shrink-0 items-center gap-2 border-b border-line-1 bg-warn-soft px-5 py-2 text-sm text-warn"
      >
        <span className="flex-1">This file was deleted. Your text is still here.</span>
        <Button onClick={() => void document.saveAgain()}>Save it again</Button>
      </div>
    );
  }
  if (state.status === 'refused') {
    return (
      <div
        role="alert"
        className={cn(
          'flex shrink-0 flex-wrap items-center gap-2 border-b border-line-1',
          'bg-warn-soft px-5 py-2 text-sm text-warn',
        )}
      >
        <span className="min-w-48 flex-1 max-md:basis-full">{state.problem} Your text is still here.</span>
        <Button onClick={() => void document.save()}>Try again</Button>
        <Button busy={busy} onClick={() => void keepBoth()}>
          Save a copy
        </Button>
      </div>
    );
  }
  if (state.status !== 'conflict') return null;
  return (
    <div
      role="alert"
      className={cn(
        'flex shrink-0 flex-wrap items-center gap-2 border-b border-line-1',
        'bg-warn-soft px-5 py-2 text-sm text-warn',
      )}
    >
      <span className="min-w-48 flex-1 max-md:basis-full">
        The same lines were changed here and on disk. Both are kept until you choose.
      </span>
      <Button onClick={() => void document.keepMine()}>Keep mine</Button>
      <Button onClick={() => takeTheirs(document)}>Take theirs</Button>
      <Button busy={busy} onClick={() => void keepBoth()}>
        Keep both
      </Button>
    </div>
  );
}
