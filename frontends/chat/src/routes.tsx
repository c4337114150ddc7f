export { ChatsSidebar, ChatsSidebar as default } from './features/chat-list/chats-sidebar';
