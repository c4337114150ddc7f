import { ArrowLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { nameOf, shownName, type Location } from '@zo/web/paths';
import { IconButton } from '@zo/web/ui';
import { FileIcon } from '@zo/web/file-types';
import { useOpen } from '../../navigation/use-open';

/** The head of a page of versions. */
export function VersionsHeader(props: {
  location: Location;
  isFolder?: boolean;
  children?: ReactNode;
  /** Leads from a version back to the list, where both do not fit. */
  onBack: (() => void) | undefined;
}) {
  const { location, isFolder = false, children, onBack } = props;
  const name = shownName(nameOf(location)) || (location.root === 's' ? 'Sites' : 'Workspace');
  const open = useOpen();
  return (
    <header className="@container shrink-0 border-b border-line-1">
      <div className="flex h-12 items-center gap-2 pr-3 pl-4">
        <IconButton
          label={onBack ? 'All versions' : `Back to the ${isFolder ? 'folder' : 'file'}`}
          onClick={onBack ?? (() => open(location))}
        >
          <ArrowLeft />
        </IconButton>
        <FileIcon name={name} isDirectory={isFolder} className="size-4 shrink-0 text-text-2" />
        <h1 className="min-w-0 truncate text-base font-semibold" title={name}>
          Versions of {name}
        </h1>
        <div className="flex-1" />
        <div className="flex shrink-0 items-center gap-1.5">{children}</div>
        <IconButton label="Close" onClick={() => open(location)} className="max-md:hidden">
          <X />
        </IconButton>
      </div>
    </header>
  );
}
