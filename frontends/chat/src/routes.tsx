/** The list of chats in the sidebar. */
export function ChatsSidebar() {
  return <section aria-label="Chats" className="h-full" />;
}

export default ChatsSidebar;
