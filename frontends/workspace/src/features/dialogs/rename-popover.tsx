import { useLocation, useNavigate } from '@zo/web/router';
import { api, store, toProblem, useFolderQuery } from '@zo/web/store';
import { chatQuery, fileHref, isWithin, parentOf, parseFileLocation, pathKey } from '@zo/web/paths';
import { NamePopover } from '@zo/web/ui';
import { fileMutations } from '../../api/mutations';
import { MESSAGES } from '../../messages';
import { followRename } from '../../operations/follow-path';
import { extensionOf, planRename, stemOf } from '../../operations/names';
import { remember } from '../../operations/steps';
import type { Box, Entry } from '../../workspace.slice';

/** FT-06: renames in a popover over the row; the page of an open file follows it to the new name. */
export function RenamePopover({ entry, box, onClose }: { entry: Entry; box: Box; onClose: () => void }) {
  const parent = parentOf(entry);
  const { data: folder } = useFolderQuery(parent);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();

  const submit = async (text: string): Promise<string | undefined> => {
    const plan = planRename({ name: entry.name, isDirectory: entry.isDirectory, text, siblings: folder?.names ?? [] });
    if (plan.kind === 'same') return undefined;
    if (plan.kind === 'refused') return plan.reason;
    try {
      const from = { root: entry.root, path: entry.path };
      const renamed = await store
        .dispatch(fileMutations.endpoints.renameEntry.initiate({ ...from, name: plan.name }))
        .unwrap();
      const to = { root: renamed.root, path: renamed.path };
      followRename(from, to);
      remember({ type: 'moved', moves: [{ from, to }] });
      store.dispatch(api.util.invalidateTags([{ type: 'Folder', id: pathKey(parent) }]));
      const open = parseFileLocation(pathname);
      if (open?.root && isWithin({ root: open.root, path: open.path }, from))
        navigate(
          fileHref({ root: to.root, path: [...to.path, ...open.path.slice(from.path.length)] }) + chatQuery(search),
          { replace: true },
        );
      return undefined;
    } catch (error) {
      const { status, detail } = toProblem(error);
      return `${status === 0 ? MESSAGES.renameError : MESSAGES.renameFailed}\n${detail}`;
    }
  };
  return (
    <NamePopover
      open
      onOpenChange={(open) => open || onClose()}
      box={box}
      title={entry.isDirectory ? 'Rename folder' : 'Rename file'}
      action="Rename"
      initial={stemOf(entry.name, entry.isDirectory)}
      suffix={extensionOf(entry.name, entry.isDirectory)}
      onSubmit={submit}
    />
  );
}
