import { useState } from 'react';
import type { Location } from '@zo/web/paths';
import { store } from '@zo/web/store';
import { importsApi, useNotionPagesQuery, type NotionPage } from '../../api/imports.endpoints';
import { ImportDialog, type Crumb } from './import-dialog';
import type { Item } from './items';
import { IMPORT } from './messages';

const itemOf = ({ id, renderTitle, isDatabase, lastEditedTime }: NotionPage): Item => ({
  id,
  name: renderTitle,
  isFolder: isDatabase,
  icon: isDatabase ? 'database' : 'document',
  size: null,
  modified: lastEditedTime === null ? null : Date.parse(lastEditedTime),
  arrival: isDatabase ? IMPORT.openDatabase : IMPORT.markdown,
});

/** The pages of a database; without one, everything that is in none that is listed. */
function pagesIn(pages: readonly NotionPage[], database: string | undefined): NotionPage[] {
  const known = new Set(pages.flatMap(({ id, isDatabase }) => (isDatabase ? [id] : [])));
  const placeOf = ({ parentDatabaseId }: NotionPage) =>
    parentDatabaseId !== null && known.has(parentDatabaseId) ? parentDatabaseId : undefined;
  return pages.filter((page) => placeOf(page) === database);
}

/** IM-03: pages of Notion; databases act as folders. */
export function NotionImport({ parent, onClose }: { parent: Location; onClose: () => void }) {
  const [crumbs, setCrumbs] = useState<readonly Crumb[]>([{ id: undefined, label: IMPORT.notionRoot }]);
  const { data, error, isError, refetch } = useNotionPagesQuery();
  const titles = new Map(data?.pages.map(({ id, title }) => [id, title]));
  const begin = ({ id, name }: Item) =>
    store.dispatch(
      importsApi.endpoints.importFromNotion.initiate({
        page_id: id,
        target_path: parent.path.join('/'),
        title: titles.get(id) ?? name,
      }),
    );
  return (
    <ImportDialog
      title={IMPORT.notionTitle}
      note={IMPORT.notionNote}
      what="page"
      failed={IMPORT.notionFailed}
      crumbs={crumbs}
      onCrumbs={setCrumbs}
      items={isError ? undefined : data && pagesIn(data.pages, crumbs.at(-1)!.id).map(itemOf)}
      complete={data?.complete ?? true}
      error={error}
      onRetry={() => void refetch()}
      begin={begin}
      parent={parent}
      onClose={onClose}
    />
  );
}
