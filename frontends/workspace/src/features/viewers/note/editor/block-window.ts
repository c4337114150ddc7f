import { Range, type Descendant } from 'slate';
import { ReactEditor } from 'slate-react';
import type { Block } from '../model/nodes';
import type { NoteEditor } from './types';

/** How far from the visible part blocks are still rendered for editing; in CSS pixels. */
const MARGIN_PX = 1_200;
/** A selection of more blocks leaves out the text that takes the place of others: a browser lays out all it selects. */
const WIDE_BLOCKS = 200;
/** Blocks rendered for editing before the browser has said what is visible. */
const FIRST_BLOCKS = 64;

/** A part of slate-react's tree of blocks, which the library keeps internal: groups of blocks, and blocks. */
export interface Chunk {
  readonly children: readonly (ChunkLeaf | Chunk)[];
}
interface ChunkLeaf {
  readonly type: 'leaf';
  readonly node: Descendant;
  readonly key: object;
  readonly index: number;
}

const isLeaf = (part: ChunkLeaf | Chunk): part is ChunkLeaf => 'node' in part;

/** All blocks of a group, also those of groups in it. */
export const leavesOf = (chunk: Chunk): ChunkLeaf[] =>
  chunk.children.flatMap((part) => (isLeaf(part) ? [part] : leavesOf(part)));

/**
 * Which groups of blocks are rendered for editing: those near the visible part, and those with an end of the selection,
 * which the editor finds in the page. The others are plain text.
 */
export class BlockWindow {
  /** Whether the text of other blocks is in the page, where it can be found. */
  hasText = true;
  readonly #editor: NoteEditor;
  readonly #listeners = new Set<() => void>();
  readonly #chunks = new WeakMap<Element, Chunk>();
  readonly #near = new Set<Chunk>();
  readonly #heights = new WeakMap<Chunk, number>();
  /** Keys of the blocks at the ends of the selection and beside them. */
  #pinned: ReadonlySet<object> = new Set();
  #observer: IntersectionObserver | undefined;
  #root: Element | null = null;
  #hasLooked = false;
  #isWhole = false;
  /** Lines of the file that a block was read from, as long as it is as written there. */
  linesOf: (block: Block) => readonly string[] | undefined = () => undefined;

  constructor(editor: NoteEditor) {
    this.#editor = editor;
  }

  /** Called before a change is rendered. */
  pinSelection(): void {
    const { selection, children } = this.#editor;
    const [start = 0, end = start] = selection ? Range.edges(selection).map(({ path }) => path[0]!) : [];
    this.#root?.toggleAttribute('data-wide-selection', end - start > WIDE_BLOCKS);
    const indexes = selection ? [start, end].flatMap((index) => [index - 1, index, index + 1]) : [];
    const nodes = indexes.flatMap((index) => children[index] ?? []);
    const pinned = new Set(nodes.map((node) => ReactEditor.findKey(this.#editor, node)));
    // A key in the same block changes nothing, and every group would look at its blocks.
    if (pinned.size === this.#pinned.size && [...pinned].every((key) => this.#pinned.has(key))) return;
    this.#pinned = pinned;
    this.#notify();
  }

  isLive(chunk: Chunk): boolean {
    if (this.#isWhole || this.#near.has(chunk)) return true;
    const leaves = leavesOf(chunk);
    if (!this.#hasLooked && leaves.some(({ index }) => index < FIRST_BLOCKS)) return true;
    return this.#pinned.size > 0 && leaves.some(({ key }) => this.#pinned.has(key));
  }

  /** Height of a group when it was last rendered for editing; undefined before. */
  heightOf(chunk: Chunk): number | undefined {
    return this.#heights.get(chunk);
  }

  /** Renders every block for editing, as printing needs. */
  showWhole(isWhole: boolean): void {
    this.#isWhole = isWhole;
    this.#notify();
  }

  /** Puts the text of all blocks into the page, or removes that of those far from the visible part. */
  showText(hasText: boolean): void {
    this.#root?.removeAttribute('data-wide-selection');
    if (this.hasText === hasText) return;
    this.hasText = hasText;
    this.#notify();
  }

  observe(element: Element, chunk: Chunk): () => void {
    this.#chunks.set(element, chunk);
    this.#root ??= element.closest('.note');
    this.#observer ??= new IntersectionObserver((entries) => this.#look(entries), {
      root: element.closest('[data-note-scroller]'),
      rootMargin: `${MARGIN_PX}px 0px`,
    });
    const observer = this.#observer;
    observer.observe(element);
    return () => {
      observer.unobserve(element);
      this.#near.delete(chunk);
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #look(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const chunk = this.#chunks.get(target);
      if (!chunk) continue;
      if (this.isLive(chunk)) this.#heights.set(chunk, boundingClientRect.height);
      if (isIntersecting) this.#near.add(chunk);
      else this.#near.delete(chunk);
    }
    this.#hasLooked = true;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const windows = new WeakMap<NoteEditor, BlockWindow>();

export const windowOf = (editor: NoteEditor): BlockWindow => windows.get(editor)!;

/** Keeps the selection within the blocks that are rendered for editing. */
export function withWindow(editor: NoteEditor): NoteEditor {
  const { onChange } = editor;
  const window = new BlockWindow(editor);
  windows.set(editor, window);
  editor.onChange = (options) => {
    window.pinSelection();
    onChange(options);
  };
  return editor;
}
