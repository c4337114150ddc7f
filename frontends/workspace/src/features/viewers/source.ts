import type { OpenFile } from '@zo/web/store';
import { rawHref, type Location } from '@zo/web/paths';

/** Address of a file's bytes. It changes with the file, so that the browser does not show cached old bytes. */
export const sourceOf = (location: Location, file: OpenFile): string =>
  `${rawHref(location)}?v=${Math.round(file.mtimeMs)}`;
