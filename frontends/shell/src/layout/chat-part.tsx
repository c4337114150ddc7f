import { useAppSelector } from '@zo/web/store';
import { ChatPanel, RemotePart, TerminalMode } from '../remotes';
import type { Layout } from './use-layout';

/** The chat panel, which can hold a terminal instead when the flag is on (CH-08). */
export function ChatPart({
  layout,
  view = layout.view,
  onView = layout.setView,
}: {
  layout: Layout;
  view?: Layout['view'];
  onView?: Layout['setView'];
}) {
  const { chatTerminal } = useAppSelector((state) => state.ui.flags);
  const terminal = chatTerminal ? (
    <RemotePart what="The terminal">
      <TerminalMode />
    </RemotePart>
  ) : undefined;
  return (
    <RemotePart what="The chat">
      <ChatPanel
        chatId={layout.chat}
        view={view}
        openFile={layout.openFile}
        onChatId={layout.setChat}
        onView={onView}
        terminal={terminal}
      />
    </RemotePart>
  );
}
