import { useMemo } from 'react';
import { useMeQuery } from '@zo/web/store';
import { inTrash, type Location } from '@zo/web/paths';
import type { Visibility } from './sort';

/** FT-03: the user's visibility settings for a folder. The trash shows dotfiles, so that nothing is deleted unseen. */
export function useVisibility(place: Location): Visibility {
  const { data: me } = useMeQuery();
  const dotfiles = (me?.settings.show_dotfiles ?? false) || inTrash(place);
  const atRoot = place.root === 'w' && place.path.length === 0;
  return useMemo(() => ({ dotfiles, hidden: atRoot ? ['Trash'] : undefined }), [dotfiles, atRoot]);
}
