import type { Origin } from '../../api/trash.endpoints';
import type { Open } from '../../navigation/use-open';
import { shortPath, wholePath } from './use-origins';

/** TR-02: the folder that an entry of the trash was in; a press opens it. */
export function OriginCell({ origin, onOpen }: { origin: Origin | undefined; onOpen: Open }) {
  return (
    <div role="gridcell" className="flex min-w-0">
      {origin ? (
        <button
          type="button"
          tabIndex={-1}
          title={wholePath(origin.folder)}
          onClick={(event) => (event.stopPropagation(), onOpen(origin.folder))}
          onDoubleClick={(event) => event.stopPropagation()}
          className="h-6 truncate rounded-md text-text-2 hover:text-text-1 hover:underline"
        >
          {shortPath(origin.folder)}
        </button>
      ) : null}
    </div>
  );
}
