import { LayoutGrid, List } from 'lucide-react';
import type { Location } from '@zo/web/paths';
import { IconButton } from '@zo/web/ui';
import { MESSAGES } from '../../messages';
import { MAX_COLUMNS, MIN_COLUMNS, setFolderView, useFolderView } from '../../navigation/folder-view';

/** Shows a folder as a list or as tiles, and sets how many of these stand side by side. */
export function ViewSwitch({ location }: { location: Location }) {
  const { isGrid, columns } = useFolderView(location);
  return (
    <>
      {isGrid ? (
        <input
          type="range"
          aria-label={MESSAGES.tileSize}
          title={MESSAGES.tileSize}
          // To the right tiles grow, and fewer stand side by side.
          min={MIN_COLUMNS}
          max={MAX_COLUMNS}
          value={MIN_COLUMNS + MAX_COLUMNS - columns}
          aria-valuetext={`${columns} columns`}
          onChange={(event) =>
            setFolderView(location, { columns: MIN_COLUMNS + MAX_COLUMNS - event.target.valueAsNumber })
          }
          className="slider-zo h-6 w-20 @max-[640px]:hidden"
        />
      ) : null}
      <IconButton
        label={isGrid ? MESSAGES.showList : MESSAGES.showGrid}
        onClick={() => setFolderView(location, { isGrid: !isGrid })}
      >
        {isGrid ? <List /> : <LayoutGrid />}
      </IconButton>
    </>
  );
}
