import type { ComponentType } from 'react';
import type { FileKind, OpenFile } from '@zo/web/store';
import type { Location } from '@zo/web/paths';

/** What every viewer gets. */
export interface ViewerProps {
  place: Location;
  file: OpenFile;
  /** Text viewers: the text as it stands in the editor, saved or not. */
  text?: string;
}

/** What the registry asks about a file. */
export interface ViewedFile {
  kind: FileKind;
  name: string;
  /** Bytes. */
  size: number;
  /** It was read whole as text. */
  isText: boolean;
}

/** One way to show a file. A new kind of file is a folder with a `viewer.tsx` and one of these in `registry.ts`. */
export interface Viewer {
  readonly id: string;
  /** Name of this view on the button that leads back from 'Raw editor'. */
  readonly label: string;
  /** The first viewer that matches shows the file: special names stand before kinds. */
  readonly match: (file: ViewedFile) => boolean;
  /** An own chunk, loaded with the first such file. */
  readonly load: () => Promise<{ default: ComponentType<ViewerProps> }>;
  /** `whole`: `text` as read-fs gives it; `range`: GET /api/file with ranges; `none`: nothing but what read-fs says. */
  readonly read: 'whole' | 'range' | 'none';
  /** Where its markup may run: the app's own page, or only in a frame of the content origin. */
  readonly origin: 'app' | 'content';
  /** `text`: the file may be edited as text, so that 'Raw editor' is offered. */
  readonly edit?: 'text';
  /** Its text is prose, which wraps in the raw editor. */
  readonly wraps?: boolean;
}
