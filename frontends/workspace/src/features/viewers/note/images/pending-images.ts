import { Editor, Element, Node, Path, Point, Range, Text, Transforms, type NodeEntry, type PointRef } from 'slate';
import type { WatchedUpload } from '../../../../uploads/upload-picker';
import { emptyParagraph } from '../editor/with-nodes';
import { insertImage } from './insert-image';

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
  #place: PointRef;
  readonly #listeners = new Set<() => void>();
  #upload: WatchedUpload | undefined;

  constructor({ file, caption, place }: NewImage & { place: PointRef }) {
    this.file = file;
    this.caption = caption;
    this.preview = URL.createObjectURL(file);
    this.#place = place;
  }

  get place(): PointRef {
    return this.#place;
  }

  movePlace = (place: PointRef): void => {
    this.#place.unref();
    this.#place = place;
  };

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

/** It moves with what is typed meanwhile, and stays before what is typed directly after it. */
const placeAt = (editor: Editor, point: Point): PointRef => Editor.pointRef(editor, point, { affinity: 'backward' });

/** At the end of the note, unless there is one. */
function addParagraph(editor: Editor): void {
  const last = editor.children.at(-1);
  if (!Element.isElement(last) || last.type !== 'paragraph')
    Transforms.insertNodes(editor, emptyParagraph(), { at: [editor.children.length] });
}

const isAt = (point: Point | null, place: Point): boolean => point !== null && Point.equals(point, place);

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
    const added = images.map((image) => new PendingImage({ ...image, place: placeAt(this.editor, at) }));
    this.#set([...this.#images, ...added]);
    return added;
  }

  /**
   * Inserts the image, which has arrived. Images of one paste keep their order, whichever arrives first, and the cursor
   * stays behind them.
   */
  insert(image: PendingImage, url: string): void {
    const { editor } = this;
    if (!this.#placeOf(image)) addParagraph(editor);
    const at = this.#pointOf(image);
    const { selection } = editor;
    const index = this.#images.indexOf(image);
    const others = [...this.#images.entries()].filter(([, { place }]) => isAt(place.current, at));
    const hasCursor = selection !== null && Range.isCollapsed(selection) && isAt(selection.anchor, at);
    const selected = selection && Editor.rangeRef(editor, selection);
    const path = insertImage(editor, { url, caption: image.caption, at });
    const [before, behind] = [Editor.end(editor, Path.previous(path)), Editor.start(editor, Path.next(path))];
    for (const [other, { movePlace }] of others) movePlace(placeAt(editor, other < index ? before : behind));
    const moved = selected?.unref();
    const restored = hasCursor ? behind : moved;
    if (restored) Transforms.select(editor, restored);
    else Transforms.deselect(editor);
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
  #pointOf(image: PendingImage): Point {
    return this.#placeOf(image) ?? Editor.end(this.editor, []);
  }

  #placeOf({ place: { current } }: PendingImage): Point | undefined {
    const node = current && Node.getIf(this.editor, current.path);
    return node && Text.isText(node) && current.offset <= node.text.length ? current : undefined;
  }

  #set(images: readonly PendingImage[]): void {
    this.#images = images;
    for (const listener of this.#listeners) listener();
  }
}
