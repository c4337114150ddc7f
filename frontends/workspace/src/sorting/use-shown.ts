import { useMemo } from 'react';
import { useMeQuery } from '@zo/web/store';
import { inTrash, type Location } from '@zo/web/paths';
import type { Visibility } from './sort';

/** FT-03: the user's visibility settings for a folder. The trash shows dotfiles, so that nothing is deleted unseen. */
export function useVisibility(location: Location): Visibility {
  const { data: me } = useMeQuery();
  const dotfiles = (me?.settings.show_dotfiles ?? false) || inTrash(location);
  const atRoot = location.root === 'w' && location.path.length === 0;
  return useMemo(() => ({ dotfiles, hidden: atRoot ? ['Trash'] : undefined }), [dotfiles, atRoot]);
}
