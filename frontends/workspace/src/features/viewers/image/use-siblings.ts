import { useMemo } from 'react';
import { useFolderQuery } from '@zo/web/store';
import { nameOf, parentOf, type Location } from '@zo/web/paths';
import { orderByName } from '../../../sorting/sort';
import { useVisibility } from '../../../sorting/use-shown';

const IMAGE_NAME = /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico|heic|heif)$/i;

export interface Siblings {
  previous?: Location | undefined;
  next?: Location | undefined;
}

/** The images before and after one in its folder, in the order of their names. */
export function useSiblings(location: Location): Siblings {
  const folder = parentOf(location);
  const { currentData: listed } = useFolderQuery(folder);
  const visible = useVisibility(folder);
  const { root } = folder;
  const name = nameOf(location);
  return useMemo(() => {
    if (!listed) return {};
    const files = orderByName(listed, visible).filter((index) => !listed.isDir[index]);
    const names = files.map((index) => listed.names[index]!).filter((other) => IMAGE_NAME.test(other));
    const at = names.indexOf(name);
    if (at < 0) return {};
    const [previous, next] = [names[at - 1], names[at + 1]].map(
      (other) => other && { root, path: [...location.path.slice(0, -1), other] },
    ) as [Location | undefined, Location | undefined];
    return { previous, next };
  }, [listed, visible, name, root, location.path]);
}
