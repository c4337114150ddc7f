import { pathKey } from '@zo/web/paths';
import type { Found } from '@zo/web/store';
import { FilePreview } from './file-preview';
import SearchPage from './features/search/search-page';

/** Other lines of the same file are looked at from their beginning. */
const linesOf = ({ lines }: Found) => lines.map(({ line, marks }) => `${line}:${marks.join()}`).join(' ');

/** FT-14: the search, with the viewers for its preview. */
export default function SearchView() {
  return <SearchPage preview={(file) => <FilePreview key={`${pathKey(file)} ${linesOf(file)}`} file={file} />} />;
}
