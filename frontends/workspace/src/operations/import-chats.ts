import { formatCount, formatNumber } from '@zo/web/format';
import { nameOf, ofComputer, parentOf, pathKey, type Location } from '@zo/web/paths';
import { api, store, toProblem } from '@zo/web/store';
import { toast } from '@zo/web/ui';
import { importsApi } from '../api/imports.endpoints';
import { MESSAGES } from '../messages';
import type { Entry } from '../workspace.slice';

const CHATS = /(?:^|\/)conversations(?:[-_]\d{1,4})?\.json$/;
const DONE_MS = 12_000;

/** Whether an archive with these files is an export of ChatGPT or Claude. */
export const isChatExport = (paths: Iterable<string>): boolean => [...paths].some((path) => CHATS.test(path));

/** What the file of a saved chat begins with. */
const SAVED = /^\s*\{\s*"id":\s*"[0-9a-f-]{36}",\s*"title":[\s\S]{0,2000}?"messages":\s*\[/;
const MAX_HEAD = 4_000;

/** Whether a file is a chat that was saved here as JSON. */
export const isSavedChat = (name: string, text: string | null | undefined): boolean =>
  /\.json$/i.test(name) && SAVED.test((text ?? '').slice(0, MAX_HEAD));

/**
 * Imports the chats of an export. The toast stops it, which keeps what has come, and leads to the report at the end.
 */
export async function importChats(export_: Location, open: (report: Entry) => void): Promise<void> {
  const { root, path } = ofComputer(export_);
  const request = store.dispatch(importsApi.endpoints.importChats.initiate({ root, path: [...path] }));
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    request.abort();
  };
  const id = toast.loading(MESSAGES.importingChats(nameOf(export_)), { action: { label: 'Stop', onClick: stop } });
  try {
    const { chats, messages, known, losses, report } = await request.unwrap();
    const folder = parentOf(export_);
    store.dispatch(api.util.invalidateTags([{ type: 'Folder', id: pathKey(folder) }]));
    const title =
      chats > 0
        ? MESSAGES.importedChats(formatCount(chats, 'chat'), formatCount(messages, 'message'))
        : MESSAGES.knownChats(formatCount(known, 'chat'));
    const lost = losses.map(({ what, count }) => `${formatNumber(count)} × ${what}`).join(', ');
    const entry: Entry | undefined = report
      ? { root: folder.root, path: [...folder.path, report], name: report, isDirectory: false }
      : undefined;
    toast.success(title, {
      id,
      duration: DONE_MS,
      description: lost === '' ? undefined : MESSAGES.notKept(lost),
      ...(entry && { action: { label: 'Open report', onClick: () => open(entry) } }),
    });
  } catch (error) {
    toast.dismiss(id);
    store.dispatch(api.util.invalidateTags(['Conversations']));
    if (isStopped) toast(MESSAGES.chatsStopped);
    else toast.error(MESSAGES.chatsFailed(nameOf(export_)), { description: toProblem(error).detail });
  }
}
