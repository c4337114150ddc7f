import { FolderOpen, FolderPlus, Newspaper, Trash2, Upload } from 'lucide-react';
import { useAppDispatch } from '@zo/web/store';
import { inArticles, inTrash, type Location } from '@zo/web/paths';
import { Button, EmptyState, usePhone } from '@zo/web/ui';
import { MESSAGES } from '../../messages';
import { useIsReadOnly } from '../../navigation/read-only';
import { pickUploads } from '../../uploads/upload-picker';
import { dialogOpened } from '../../workspace.slice';

const FROM_PHONE = 'Upload files from this phone, or begin with a folder.';
const DROP_HERE = 'Drop files or folders anywhere here to upload them.';

/** FT-03: message of an empty folder, with actions that add something. */
export function EmptyFolder({ location, title = MESSAGES.emptyFolder }: { location: Location; title?: string }) {
  const dispatch = useAppDispatch();
  const phone = usePhone();
  const readOnly = useIsReadOnly(location);
  if (inTrash(location))
    return (
      <EmptyState icon={<Trash2 />} title={MESSAGES.emptyTrashFolder}>
        What you move to trash waits here until you empty it.
      </EmptyState>
    );
  if (readOnly)
    return (
      <EmptyState icon={<FolderOpen />} title={MESSAGES.emptyFolder}>
        {MESSAGES.readOnly}
      </EmptyState>
    );
  if (inArticles(location))
    return (
      <EmptyState
        icon={<FolderOpen />}
        title={MESSAGES.emptyFolder}
        action={
          <Button onClick={() => dispatch(dialogOpened({ type: 'save-article', url: '' }))}>
            <Newspaper />
            Save article
          </Button>
        }
      >
        Keep the text of a web page, to read it later and find it again.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<FolderOpen />}
      title={title}
      action={
        <>
          <Button onClick={() => void pickUploads(location, 'files')}>
            <Upload />
            Upload files
          </Button>
          <Button onClick={() => dispatch(dialogOpened({ type: 'create', kind: 'folder', parent: location }))}>
            <FolderPlus />
            New folder
          </Button>
        </>
      }
    >
      {phone ? FROM_PHONE : DROP_HERE}
    </EmptyState>
  );
}
