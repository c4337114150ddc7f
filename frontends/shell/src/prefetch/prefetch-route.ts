import { isOnComputer, parseFileLocation } from '@zo/web/paths';
import { computerApi, store } from '@zo/web/store';
import { prefetchRemote } from '../remotes';

/** A link may say anything, and this becomes a part of the address that is asked. */
const CHAT_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Reading a file would wake the computer. */
const isAwake = () => computerApi.endpoints.computer.select()(store.getState()).data?.state === 'awake';

/** RT-05: loads the code and the data of a route of the workspace. A failure is shown once the route is opened. */
export function prefetchRoute(route: string): void {
  const { pathname, searchParams } = new URL(route, window.location.origin);
  load(pathname, searchParams.get('chat')).catch(() => undefined);
}

async function load(pathname: string, chat: string | null): Promise<void> {
  if (chat && CHAT_ID.test(chat)) (await prefetchRemote.chat()).prefetchChat(chat);
  if (/^\/settings(\/|$)/.test(pathname)) await prefetchRemote.settings();
  if (/^\/schedule\/?$/.test(pathname)) await prefetchRemote.chats();
  const location = parseFileLocation(pathname);
  if (!location?.root || !isAwake()) return;
  const { root, path } = location;
  if (isOnComputer({ root, path })) (await prefetchRemote.workspace()).prefetchEntry({ root, path });
}
