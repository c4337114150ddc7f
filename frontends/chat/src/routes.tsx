import { loadable } from '@zo/web/ui/loadable';

export { ChatsSidebar, ChatsSidebar as default } from './features/chat-list/chats-sidebar';

export const SchedulePage = loadable(() =>
  import('./features/schedules/schedule-page').then((module) => module.default),
);

/** A chat that was shared by a link. */
export const SharedChatPage = loadable(() =>
  import('./features/conversation/sharing/shared-chat-page').then((module) => module.default),
);
