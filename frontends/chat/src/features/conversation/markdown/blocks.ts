import { Lexer, type MarkedOptions, type TokenizerExtensionFunction, type Tokens } from 'marked';
import { footnoteAt } from './footnotes';
import { texBlockAt } from './tex';

/** A part of an answer that renders by itself. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tex'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly language: string; readonly isClosed: boolean };

export interface Blocks {
  readonly blocks: readonly Block[];
  /** Footnotes by their ids, in their order. */
  readonly notes: ReadonlyMap<string, string>;
  /** The whole text was read; otherwise the next call reads on. */
  readonly isComplete: boolean;
}

/** A piece of the text as it was read: a block, or a definition that applies to all blocks. */
type Piece = { readonly at: number } & (
  | { readonly is: 'block'; readonly block: Block }
  | { readonly is: 'note'; readonly id: string; readonly note: string }
  | { readonly is: 'link'; readonly label: string; readonly raw: string }
);

/** Characters that one call reads at most, so that it is no long task; new text is also rendered at once. */
const MAX_READ = { growing: 2_000, finished: 30_000 };

/** Later text can change these: a line below makes a title of a paragraph, or goes on with a list. */
const UNSETTLED = 2;

/**
 * Where a paragraph may end because one of our blocks begins; marked gives it the text from the second character on.
 */
function startOf(text: string): number | undefined {
  const end = text.indexOf('\n\n');
  const at = text.slice(0, end < 0 ? undefined : end + 1).search(/\n {0,3}(?:\$\$|\\\[|\[\^[^\]\s]{1,64}\]:)/);
  return at < 0 ? undefined : at + 1;
}

function optionsFor(isGrowing: boolean): MarkedOptions {
  const tex: TokenizerExtensionFunction = (text) => {
    const found = texBlockAt(text, isGrowing);
    return found && { type: 'tex', raw: found.raw, text: found.tex };
  };
  const note: TokenizerExtensionFunction = (text) => {
    const found = footnoteAt(text);
    return found && { type: 'note', raw: found.raw, id: found.id, text: found.note };
  };
  const link: TokenizerExtensionFunction = function (text) {
    const found = this.lexer.options.tokenizer?.def(text);
    // Under another type, because the lexer drops the second target of a name, and positions would be wrong.
    return found && { type: 'link-target', raw: found.raw, label: found.tag };
  };
  return {
    gfm: true,
    extensions: { block: [tex, note, link], startBlock: [startOf], renderers: {}, childTokens: {} },
  };
}

const FENCED = /^ {0,3}(`{3,}|~{3,})/;

function readCode({ raw, text, lang }: Tokens.Code): Block {
  const fence = FENCED.exec(raw)?.[1];
  if (!fence) return { kind: 'text', text: raw };
  const last = raw.trimEnd().split('\n').at(-1)!.trim();
  const isClosed = raw.includes('\n') && last.startsWith(fence) && last === fence[0]!.repeat(last.length);
  return { kind: 'code', text, language: lang?.trim().split(/\s+/)[0] ?? '', isClosed };
}

function pieceOf(token: Tokens.Generic, at: number): Piece {
  if (token.type === 'tex') return { at, is: 'block', block: { kind: 'tex', text: token['text'] as string } };
  if (token.type === 'note') return { at, is: 'note', id: token['id'] as string, note: token['text'] as string };
  if (token.type === 'link-target') return { at, is: 'link', label: token['label'] as string, raw: token.raw };
  if (token.type === 'code') return { at, is: 'block', block: readCode(token as Tokens.Code) };
  return { at, is: 'block', block: { kind: 'text', text: token.raw } };
}

const LABEL = /\[([^[\]]{1,200})\]/g;

/** Adds the targets of its links to a block, because it is rendered without the others. */
function withLinks(block: Block, links: ReadonlyMap<string, string>): Block {
  if (block.kind !== 'text' || links.size === 0) return block;
  const used = new Set<string>();
  for (const [, label] of block.text.matchAll(LABEL)) {
    const link = links.get(label!.toLowerCase().replace(/\s+/g, ' '));
    if (link !== undefined) used.add(link);
  }
  return used.size ? { kind: 'text', text: `${block.text}\n\n${[...used].join('\n')}` } : block;
}

function blocksOf(pieces: readonly Piece[], isComplete: boolean): Blocks {
  const notes = new Map<string, string>();
  const links = new Map<string, string>();
  for (const piece of pieces) {
    if (piece.is === 'note' && !notes.has(piece.id)) notes.set(piece.id, piece.note);
    if (piece.is === 'link' && !links.has(piece.label)) links.set(piece.label, piece.raw.trim());
  }
  const blocks = pieces.flatMap((piece) => (piece.is === 'block' ? [withLinks(piece.block, links)] : []));
  return { blocks, notes, isComplete };
}

/**
 * Splits Markdown into blocks that render independently, so that only the last blocks of a growing answer are parsed
 * again.
 * @returns a function for the successive states of one text, which reads only what is new or may have changed. It reads
 * a long text in several calls, until the result is complete.
 */
export function createBlockSplitter(): (text: string, isGrowing?: boolean) => Blocks {
  let known = { text: '', isGrowing: false, pieces: [] as Piece[], result: blocksOf([], true) };
  return (text, isGrowing = false) => {
    const canGoOn = text.startsWith(known.text);
    const before = canGoOn ? known.text.length : 0;
    const end = Math.min(text.length, before + (isGrowing ? MAX_READ.growing : MAX_READ.finished));
    const isComplete = end === text.length;
    // What follows is not known yet, as in an answer that grows.
    const isOpen = isGrowing || !isComplete;
    if (canGoOn && end === before && isOpen === known.isGrowing) return known.result;
    const settled = canGoOn ? known.pieces.slice(0, -UNSETTLED) : [];
    let at = settled.length ? known.pieces[settled.length]!.at : 0;
    const pieces = settled;
    // Block tokens only: the text inside of them is parsed when the block is rendered.
    for (const token of new Lexer(optionsFor(isOpen)).blockTokens(text.slice(at, end))) {
      if (token.type !== 'space') pieces.push(pieceOf(token as Tokens.Generic, at));
      at += token.raw.length;
    }
    known = { text: text.slice(0, end), isGrowing: isOpen, pieces, result: blocksOf(pieces, isComplete) };
    return known.result;
  };
}
