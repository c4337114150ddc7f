import { api, filesApi, store, toProblem } from '@zo/web/store';
import { nameOf, ofComputer, parentOf, pathKey, type Location } from '@zo/web/paths';
import { toast } from '@zo/web/ui';
import { convertApi } from '../../api/convert.endpoints';
import { MESSAGES } from '../../messages';
import { requestUpload } from '../../uploads/upload-picker';
import type { Entry } from '../../workspace.slice';
import { remember } from '../steps';
import type { Conversion } from './conversion-entries';

const DONE_MS = 8_000;

/** FT-15: makes a file of another kind beside a file; the toast leads to it. */
export async function convertEntry(
  location: Location,
  { to, open }: { to: Conversion; open: (entry: Entry) => void },
): Promise<void> {
  const messages = MESSAGES.conversions[to];
  const id = toast.loading(messages.running(nameOf(location)));
  try {
    const { file, leftOut } = to === 'xlsx' ? await exportWorkbook(location) : await convertInComputer(location, to);
    remember({ type: 'made', made: [{ root: file.root, path: file.path }] });
    const entry: Entry = { ...file, name: nameOf(file), isDirectory: false };
    toast.success(messages.done, {
      id,
      duration: DONE_MS,
      description: leftOut > 0 ? MESSAGES.imagesLeftOut(leftOut) : entry.name,
      action: { label: 'Open', onClick: () => open(entry) },
    });
  } catch (error) {
    toast.error(messages.failed, { id, description: error instanceof Error ? error.message : toProblem(error).detail });
  }
}

interface NewFile {
  file: Location;
  leftOut: number;
}

async function convertInComputer(location: Location, to: 'sheet' | 'markdown'): Promise<NewFile> {
  const { root, path } = ofComputer(location);
  const request = convertApi.endpoints.convertFile.initiate({ root, path: [...path], to });
  const { leftOut, ...file } = await store.dispatch(request).unwrap();
  store.dispatch(api.util.invalidateTags([{ type: 'Folder', id: pathKey(parentOf(file)) }]));
  return { file, leftOut };
}

/** The browser has what calculates formulas, so it makes the workbook, and uploads it beside the sheet. */
async function exportWorkbook(location: Location): Promise<NewFile> {
  const opened = await store
    .dispatch(filesApi.endpoints.openFile.initiate(location, { subscribe: false, forceRefetch: true }))
    .unwrap();
  if (typeof opened.fileContent !== 'string') throw new Error(MESSAGES.sheetTooLarge);
  const { workbookOf } = await import('../../features/viewers/sheet/export/workbook-of');
  const bytes = await workbookOf(opened.fileContent);
  const name = nameOf(location).replace(/\.sheet\.json$/i, '.xlsx');
  const file = await new Promise<Location | undefined>((onEnd) =>
    requestUpload({ target: parentOf(location), files: [{ file: new File([bytes], name), path: [], onEnd }] }),
  );
  if (!file) throw new Error(MESSAGES.notUploaded);
  return { file, leftOut: 0 };
}
