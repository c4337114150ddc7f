import { PackageOpen } from 'lucide-react';
import type { MenuEntry } from '@zo/web/ui';
import type { Entry } from '../../workspace.slice';
import { lazily } from '../lazily';
import { isArchive } from './is-archive';

/** What extracts a file, where it is an archive. */
export function extractEntries(entry: Entry, openEntry: (entry: Entry) => void): MenuEntry[] {
  if (!isArchive(entry.name)) return [];
  return [
    {
      label: 'Extract',
      icon: <PackageOpen />,
      onSelect: () =>
        lazily(
          () => import('./extract'),
          ({ extractArchive }) => void extractArchive(entry, { open: openEntry }),
        ),
    },
  ];
}
