import { Editor, Node, Path, Text, type NodeEntry, type Point, type PointRef, type Range } from 'slate';
import type { WatchedUpload } from '../../../../uploads/upload-picker';
import { insertImage } from './images';

/** A place in a text where images are shown that are no part of the note yet. */
export type PendingPlace = Range & { pendingImages: readonly PendingImage[] };

interface NewImage {
  file: File;
  caption: string;
}

/** ED-06: an image that is being uploaded: shown where it will be inserted, but not part of the text until then. */
export class PendingImage {
  readonly file: File;
  readonly caption: string;
  /** Address of its bytes in this page. */
  readonly preview: string;
  /** It moves with what is typed meanwhile, and stays before what is typed directly after it. */
  readonly place: PointRef;
  readonly #listeners = new Set<() => void>();
  #upload: WatchedUpload | undefined;

  constructor({ file, caption, place }: NewImage & { place: PointRef }) {
    this.file = file;
    this.caption = caption;
    this.preview = URL.createObjectURL(file);
    this.place = place;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Undefined until the upload has begun. */
  getUpload = (): WatchedUpload | undefined => this.#upload;

  setUpload = (upload: WatchedUpload): void => {
    this.#upload = upload;
    for (const listener of this.#listeners) listener();
  };
}

/** The images that are on their way into one note. */
export class PendingImages {
  #images: readonly PendingImage[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(private readonly editor: Editor) {}

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  getImages = (): readonly PendingImage[] => this.#images;

  add(images: readonly NewImage[], at: Point): PendingImage[] {
    const placeOf = () => Editor.pointRef(this.editor, at, { affinity: 'backward' });
    const added = images.map((image) => new PendingImage({ ...image, place: placeOf() }));
    this.#set([...this.#images, ...added]);
    return added;
  }

  /** Inserts the image, which has arrived. Images of one paste keep their order, whichever arrives first. */
  insert(image: PendingImage, url: string): void {
    const later = this.#images.slice(this.#images.indexOf(image) + 1);
    for (const { place } of later) place.affinity = 'forward';
    insertImage(this.editor, { url, caption: image.caption, at: this.#pointOf(image) });
    for (const { place } of later) place.affinity = 'backward';
  }

  remove(image: PendingImage): void {
    image.place.unref();
    URL.revokeObjectURL(image.preview);
    this.#set(this.#images.filter((other) => other !== image));
  }

  /** The places within a text of the editor, each with its images. */
  placesIn([node, path]: NodeEntry): PendingPlace[] {
    if (this.#images.length === 0 || !Text.isText(node)) return [];
    const points = new Map(this.#images.map((image) => [image, this.#pointOf(image)]));
    const here = this.#images.filter((image) => Path.equals(points.get(image)!.path, path));
    return [...Map.groupBy(here, (image) => points.get(image)!.offset)].map(([offset, pendingImages]) => {
      const point = { path, offset };
      return { anchor: point, focus: point, pendingImages };
    });
  }

  /** The end of the note when the text of the place was replaced meanwhile. */
  #pointOf({ place: { current } }: PendingImage): Point {
    const node = current && Node.getIf(this.editor, current.path);
    return node && Text.isText(node) && current.offset <= node.text.length ? current : Editor.end(this.editor, []);
  }

  #set(images: readonly PendingImage[]): void {
    this.#images = images;
    for (const listener of this.#listeners) listener();
  }
}
