import { Command } from 'cmdk';
import { FileIcon } from '@zo/web/file-types';
import { formatDate } from '@zo/web/format';
import { fileHref } from '@zo/web/paths';
import { bestLine, countedIn, foundHash, skipToken, useFindFilesQuery, type Found } from '@zo/web/store';
import { cn, Marked } from '@zo/web/ui';
import { GROUP, ITEM } from './line';

const MAX_FILES = 5;
const MIN_LENGTH = 2;

/** Files that contain the text, for the query that is shown now: answers to an earlier one are dropped. */
export function useInFiles(query: string): { files: Found[]; isFetching: boolean } {
  const { currentData, isFetching } = useFindFilesQuery(
    query.length >= MIN_LENGTH ? { q: query, limit: 2 * MAX_FILES, lines: 2 } : skipToken,
  );
  const files = (currentData?.results ?? []).filter(({ lines }) => lines.length > 0).slice(0, MAX_FILES);
  return { files: query.length >= MIN_LENGTH ? files : [], isFetching };
}

/** What the palette knows a row by. */
export const inFilesValue = ({ root, path }: Found): string => `in ${root}/${path.join('/')}`;

/** The address of the found line of a file. */
export const hrefOf = (file: Found): string => fileHref(file) + foundHash(bestLine(file));

/** Hits inside of files, below the names: each with its first line. */
export function InFiles({ found: { files }, onOpen }: { found: { files: Found[] }; onOpen: (href: string) => void }) {
  if (files.length === 0) return null;
  return (
    <Command.Group heading="In files" className={GROUP}>
      {files.map((file) => {
        const line = bestLine(file);
        const folder = file.path.slice(0, -1).join(' / ');
        const counted = countedIn(file.path.at(-1) ?? '');
        return (
          <Command.Item
            key={hrefOf(file)}
            value={inFilesValue(file)}
            onSelect={() => onOpen(hrefOf(file))}
            className={cn(ITEM, 'h-auto items-start py-2 pointer-coarse:h-auto')}
          >
            <FileIcon name={file.path.at(-1) ?? ''} isDirectory={false} className="mt-0.5" />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="flex items-baseline gap-2">
                <span className="truncate">{file.path.at(-1)}</span>
                <span className="min-w-0 flex-1 truncate text-xs text-text-2">
                  {[folder, counted && `${counted} ${line!.line}`].filter(Boolean).join(', ')}
                </span>
                <span className="text-xs text-text-2">{formatDate(file.mtime, Date.now())}</span>
              </span>
              <span className="-ml-0.5 truncate px-0.5 text-sm text-text-2">
                <Marked text={line!.text} marks={line!.marks} />
              </span>
            </span>
          </Command.Item>
        );
      })}
    </Command.Group>
  );
}
