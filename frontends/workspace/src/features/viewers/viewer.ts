import type { ComponentType } from 'react';
import type { FileKind, OpenFile } from '@zo/web/store';
import type { Location, Place } from '@zo/web/paths';
import type { TextChange } from '../../document/late-text';

/** Props of every viewer. */
export interface ViewerProps {
  location: Location;
  file: OpenFile;
  /** Text viewers only: the text in the editor, saved or not. */
  text?: string;
  /** Text viewers that edit: called with the whole text after each change, or with what will write it down. */
  onChange?: (text: TextChange) => void;
  /** Saves what was changed now, instead of soon. */
  onSave?: () => void;
  /** The place in the text to show first; the lines of a PDF are its pages. */
  place?: Place;
}

/** Properties of a file that viewers match on. */
export interface ViewedFile {
  kind: FileKind;
  name: string;
  /** By the name; empty when it is unknown. */
  mediaType: string;
  /** Size in bytes. */
  size: number;
  /** The whole file was read as text. */
  isText: boolean;
  /** JSON that is lists of records and nothing else. */
  hasRecords: boolean;
  /** FT-17: a saved web page, by its folder and name. */
  isArticle: boolean;
}

/**
 * One way to show a file. To support a new kind of file, add a folder with a `viewer.tsx` and an entry in
 * `registry.ts`.
 */
export interface Viewer {
  readonly id: string;
  /** Label of the button that leads back from 'Raw editor'. */
  readonly label: string;
  /** As in 'This video is empty', which is said of a file without content; without it the viewer is shown. */
  readonly noun?: string;
  /** The first matching viewer shows the file, so special names come before general kinds. */
  readonly match: (file: ViewedFile) => boolean;
  /** A separate chunk, loaded with the first such file. */
  readonly load: () => Promise<{ default: ComponentType<ViewerProps> }>;
  /**
   * `whole`: `text` from read-fs; `range`: GET /api/file with ranges; `bytes`: GET /api/file at once, up to the limit
   * of the viewer; `rows`: windows of a table, and `entries`: a list, which the computer reads; `content`: by a ticket
   * of the content origin; `none`: only the metadata of read-fs.
   */
  readonly read: 'whole' | 'range' | 'bytes' | 'rows' | 'entries' | 'content' | 'none';
  /** Where its markup may run: in the app's own page, or only in a frame of the content origin. */
  readonly origin: 'app' | 'content';
  /** `text`: the file can be edited as text, so 'Raw editor' is offered. */
  readonly edit?: 'text';
  /** The text is prose, which wraps in the raw editor. */
  readonly wraps?: boolean;
}
