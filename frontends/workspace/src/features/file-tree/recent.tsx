import { useRef, type KeyboardEvent } from 'react';
import { isSame, type Location, nameOf, pathKey, shownName } from '@zo/web/paths';
import { forgetRecent, useRecents, type RecentEntry, useIsFolder } from '@zo/web/store';
import { ContextMenuArea, returnLostFocus } from '@zo/web/ui';
import { FileIcon } from '@zo/web/file-types';
import { MESSAGES } from '../../messages';
import { useOpen } from '../../navigation/use-open';
import { entryMenu } from '../../operations/menu';
import { focusLine, sectionLine, TreeSection } from './tree-section';

interface LineProps {
  recent: RecentEntry;
  isCurrent: boolean;
  onKey: (event: KeyboardEvent, recent: RecentEntry) => void;
}

function RecentLine({ recent, isCurrent, onKey }: LineProps) {
  const open = useOpen();
  // The cookie has a guess by the name; a listing knows.
  const isDirectory = useIsFolder(recent) ?? recent.isDirectory;
  const name = nameOf(recent);
  return (
    <li>
      <ContextMenuArea label="Recent" entries={entryMenu([{ ...recent, isDirectory, name }], open, 'tree')}>
        <button
          type="button"
          data-line={pathKey(recent)}
          aria-current={isCurrent ? 'page' : undefined}
          aria-description={MESSAGES.recentKeys}
          title={shownName(recent.path.join(' / '))}
          onClick={() => open(recent)}
          onKeyDown={(event) => onKey(event, recent)}
          className={sectionLine(isCurrent)}
        >
          <FileIcon name={name} isDirectory={isDirectory} className="size-4 shrink-0" />
          <span className="min-w-0 flex-1 truncate">{shownName(name)}</span>
        </button>
      </ContextMenuArea>
    </li>
  );
}

/** RT-06: what was opened last in this browser, newest first; absent while there is nothing. */
export function Recent({ current }: { current: Location | undefined }) {
  const list = useRef<HTMLUListElement>(null);
  const recents = useRecents();
  if (recents.length === 0) return null;

  const focus = (recent: RecentEntry | undefined) => focusLine(list.current, recent && pathKey(recent));
  const onKey = (event: KeyboardEvent, recent: RecentEntry) => {
    const at = recents.indexOf(recent);
    if (event.key === 'ArrowDown') focus(recents[at + 1]);
    else if (event.key === 'ArrowUp') focus(recents[at - 1]);
    else if (event.key === 'Delete' && !event.repeat) {
      focus(recents[at + 1] ?? recents[at - 1]);
      forgetRecent(recent);
      returnLostFocus();
    } else return;
    event.preventDefault();
  };
  return (
    <TreeSection section="recent" label={MESSAGES.recent} list={list}>
      {recents.map((recent) => (
        <RecentLine
          key={pathKey(recent)}
          recent={recent}
          isCurrent={current !== undefined && isSame(recent, current)}
          onKey={onKey}
        />
      ))}
    </TreeSection>
  );
}
