import { toProblem } from '@zo/web/store';
import { NamePopover, toast } from '@zo/web/ui';
import { useChangeConversationMutation } from '../../api/chat.endpoints';
import { useChatFoldersQuery, useRenameFolderMutation } from '../../api/places.endpoints';
import type { ListedConversation } from '../../api/types';
import { TEXT } from '../../messages';

/** What is being named: a chat, a new folder for one, or a folder; beside which row. */
export type Named = { readonly box: DOMRect } & (
  | { readonly kind: 'chat' | 'new-folder'; readonly chat: ListedConversation }
  | { readonly kind: 'folder'; readonly name: string }
);

const problemOf = (request: Promise<unknown>): Promise<string | undefined> =>
  request.then(
    () => undefined,
    (failure: unknown) => toProblem(failure).detail,
  );

export function Naming({ named, onClose }: { named: Named | undefined; onClose: () => void }) {
  const [change] = useChangeConversationMutation();
  const [renameFolder] = useRenameFolderMutation();
  const { data: folders = [] } = useChatFoldersQuery();
  const rename = async (folder: string, to: string) => {
    const isJoined = to !== folder && folders.some(({ name }) => name === to);
    await renameFolder({ folder, to }).unwrap();
    if (isJoined) toast(TEXT.foldersJoined(folder, to));
  };
  const submit = (text: string) => {
    if (named?.kind === 'folder') return problemOf(rename(named.name, text));
    const place = named?.kind === 'new-folder' ? { folder: text } : { title: text };
    return problemOf(change({ id: named!.chat.id, ...place }).unwrap());
  };
  return (
    <NamePopover
      open={named !== undefined}
      onOpenChange={(open) => open || onClose()}
      box={named?.box}
      title={named?.kind === 'chat' ? 'Name of the chat' : TEXT.nameOfFolder}
      action={named?.kind === 'new-folder' ? TEXT.create : TEXT.rename}
      initial={named?.kind === 'chat' ? (named.chat.title ?? '') : named?.kind === 'folder' ? named.name : ''}
      onSubmit={submit}
    />
  );
}
