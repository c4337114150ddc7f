import { useMemo } from 'react';
import { useMeQuery } from '@zo/web/store';
import { inTrash, type Location } from '@zo/web/paths';
import type { Shown } from './sort';

/** FT-03: what this person sees of a folder. The trash shows all it holds: it is about to go for good. */
export function useShown(place: Location): Shown {
  const { data: me } = useMeQuery();
  const dotfiles = (me?.settings.show_dotfiles ?? false) || inTrash(place);
  const atRoot = place.root === 'w' && place.path.length === 0;
  return useMemo(() => ({ dotfiles, hidden: atRoot ? ['Trash'] : undefined }), [dotfiles, atRoot]);
}
