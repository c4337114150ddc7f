import {
  Ellipsis,
  FileDown,
  FileJson,
  Maximize2,
  Minimize2,
  PanelRightClose,
  Link2,
  Pencil,
  Search,
  SquarePen,
  Trash2,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { chatModeChosen, toProblem, useAppDispatch, useAppSelector } from '@zo/web/store';
import { ConfirmDialog, IconButton, Menu, NamePopover, TabRow, toast, usePhone } from '@zo/web/ui';
import { useChangeConversationMutation, useDeleteConversationMutation } from '../../api/chat.endpoints';
import { TEXT } from '../../messages';
import type { ExportKind } from './export/export-chat';
import { HistoryButton } from './history-button';
import { ShareDialog } from './sharing/share-dialog';
import type { ChatPanelProps } from '../../panel-props';

const MENU_CLOSES_MS = 50;

type HeaderProps = Pick<ChatPanelProps, 'view' | 'onView' | 'onChatId'> & {
  id?: string;
  title: string | null | undefined;
  modes: boolean;
  onFind: () => void;
};

const MODES = [
  { value: 'chat', label: 'Chat' },
  { value: 'terminal', label: 'Terminal' },
] as const;

/** CH-08: switches between chat and terminal. */
function ModeSwitch() {
  const mode = useAppSelector((state) => state.ui.chatMode);
  const dispatch = useAppDispatch();
  return (
    <TabRow
      label="Mode"
      value={mode}
      onChange={(next) => void dispatch(chatModeChosen(next))}
      tabs={MODES}
      className="mr-1 shrink-0"
    />
  );
}

/** Title of the chat and its actions. */
export function ChatHeader({ id, title, view, onView, onChatId, modes, onFind }: HeaderProps) {
  const phone = usePhone();
  const heading = useRef<HTMLHeadingElement>(null);
  const [box, setBox] = useState<DOMRect>();
  const [deleting, setDeleting] = useState(false);
  const [sharing, setSharing] = useState(false);
  const [change] = useChangeConversationMutation();
  const [remove, { isLoading }] = useDeleteConversationMutation();
  const shown = id ? title || TEXT.noTitle : TEXT.newChat;

  const rename = (text: string) =>
    change({ id: id!, title: text })
      .unwrap()
      .then(
        () => undefined,
        (failure: unknown) => toProblem(failure).detail,
      );
  const save = (kind: ExportKind) =>
    void import('./export/export-chat')
      .then(({ exportChat }) => exportChat(id!, kind))
      .catch((failure: unknown) => toast.error(toProblem(failure).detail));
  const confirm = () => {
    remove(id!)
      .unwrap()
      .then(
        () => (setDeleting(false), onChatId('new')),
        (failure: unknown) => toast.error(toProblem(failure).detail),
      );
  };
  return (
    <header className="flex h-12 shrink-0 items-center gap-0.5 pr-2 pl-4">
      <h2 ref={heading} className="min-w-0 flex-1 truncate text-base font-semibold" title={shown}>
        {shown}
      </h2>
      {modes ? <ModeSwitch /> : null}
      <IconButton label={TEXT.newChat} onClick={() => onChatId('new')}>
        <SquarePen />
      </IconButton>
      <HistoryButton current={id} onChoose={onChatId} />
      {id ? (
        <Menu
          label="Chat"
          entries={[
            // The menu returns the focus as it closes, which would close a popover opened before.
            {
              label: 'Rename',
              icon: <Pencil />,
              onSelect: () => setTimeout(() => setBox(heading.current?.getBoundingClientRect()), MENU_CLOSES_MS),
            },
            // As above: the field of the search takes the focus.
            {
              label: TEXT.find.title,
              icon: <Search />,
              keys: 'Mod+F',
              onSelect: () => setTimeout(onFind, MENU_CLOSES_MS),
            },
            { label: TEXT.share, icon: <Link2 />, onSelect: () => setSharing(true) },
            { label: TEXT.exportMarkdown, icon: <FileDown />, onSelect: () => save('markdown') },
            { label: TEXT.exportJson, icon: <FileJson />, onSelect: () => save('json') },
            'separator',
            { label: 'Delete chat', icon: <Trash2 />, danger: true, onSelect: () => setDeleting(true) },
          ]}
        >
          <IconButton label="More">
            <Ellipsis />
          </IconButton>
        </Menu>
      ) : null}
      {phone ? null : (
        <>
          <IconButton
            label={view === 'full' ? 'Beside the page' : 'Full width'}
            onClick={() => onView(view === 'full' ? 'sidebar' : 'full')}
          >
            {view === 'full' ? <Minimize2 /> : <Maximize2 />}
          </IconButton>
          {view === 'sidebar' ? (
            <IconButton label="Fold away" keys="Mod+J" onClick={() => onView('rail')}>
              <PanelRightClose />
            </IconButton>
          ) : null}
        </>
      )}
      <NamePopover
        open={box !== undefined}
        onOpenChange={(open) => open || setBox(undefined)}
        box={box}
        title="Name of the chat"
        action="Rename"
        initial={title ?? ''}
        onSubmit={rename}
      />
      {id && sharing ? <ShareDialog id={id} onClose={() => setSharing(false)} /> : null}
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={`Delete “${shown}”?`}
        description="Its messages are gone for good. Files it made stay."
        action="Delete chat"
        busy={isLoading}
        onConfirm={confirm}
      />
    </header>
  );
}
