/**
 * A note as the editor holds it: a flat list of leaf blocks. In Markdown two leaf blocks never share a line, so every
 * block owns whole lines of the file, and lines of unchanged blocks are copied to the saved file as they are.
 */

/** A container of a leaf block: a quote, a list item or a footnote. Blocks with the same `id` are in the same one. */
export type Container =
  | { readonly kind: 'quote'; readonly id: number }
  | { readonly kind: 'footnote'; readonly id: number; readonly marker: string; readonly width: number }
  | {
      readonly kind: 'item';
      readonly id: number;
      /** Items with the same `list` are in the same list. */
      readonly list: number;
      readonly ordered: boolean;
      /** As written: '-', '*', '12)'. */
      readonly marker: string;
      /** Columns from the content of the parent to the marker. */
      readonly indent: number;
      /** Columns from the content of the parent to the content of the item. */
      readonly width: number;
    };

interface Base {
  /** Key of the block in the source table. A block without one, or with an unknown one, is new. */
  readonly sid?: string;
  readonly containers?: readonly Container[];
}

/** Text with its marks. The value of a mark is its delimiter as written, for example '**' or '__'. */
export interface NoteText {
  readonly text: string;
  readonly bold?: string;
  readonly italic?: string;
  readonly strike?: string;
  readonly highlight?: string;
  /** The backticks around code. */
  readonly code?: string;
  /** The dollar signs around inline TeX. */
  readonly math?: string;
  /** Markdown source that is shown as it is: HTML tags, entities, addresses without brackets. */
  readonly raw?: true;
}

export type MentionKind = 'date' | 'file' | 'tool' | 'zoroutine';

/** Target of a link or an image. `tail` is the source after the text: '](path "title")', or '][reference]'. */
interface Target {
  readonly url: string | null;
  readonly tail: string;
}

export type LinkNode = { readonly type: 'link'; readonly children: readonly (NoteText | ImageNode)[] } & Target;
export type ImageNode = {
  readonly type: 'image';
  readonly alt: string;
  readonly children: readonly [NoteText];
} & Target;
export interface CitationNode {
  readonly type: 'citation';
  /** Name of the footnote. */
  readonly id: string;
  readonly children: readonly [NoteText];
}
/** ED-04: a code span that names something. `value` is its exact text, `tick` its backticks. */
export interface MentionNode {
  readonly type: 'mention';
  readonly kind: MentionKind;
  readonly value: string;
  readonly tick: string;
  readonly children: readonly [NoteText];
}
export type InlineNode = LinkNode | ImageNode | CitationNode | MentionNode;
export type Inline = NoteText | InlineNode;

export interface TableCell {
  readonly type: 'cell';
  readonly children: readonly Inline[];
}
export interface TableRow {
  readonly type: 'row';
  /** Row of the source table; undefined when the row is new. */
  readonly source?: number;
  readonly children: readonly TableCell[];
}

export type Paragraph = Base & {
  readonly type: 'paragraph';
  /** Of a checklist item. */
  readonly checked?: boolean;
  /** As written, with the spaces after it: '[x] '. */
  readonly checkMark?: string;
  readonly children: readonly Inline[];
};
export type Heading = Base & {
  readonly type: 'heading';
  readonly depth: 1 | 2 | 3 | 4 | 5 | 6;
  /** White space after the number signs, when it is not one space. */
  readonly gap?: string;
  /** The line below a setext heading. */
  readonly underline?: string;
  /** Closing number signs with the spaces before them. */
  readonly closing?: string;
  readonly children: readonly Inline[];
};
/** The fence of a code block that is a formula. */
export const DOLLARS = '$$';

export type CodeBlock = Base & {
  readonly type: 'code';
  readonly fence: string;
  readonly info: string;
  /** The closing fence as written; undefined when the file ends inside of the block. */
  readonly closing?: string;
  readonly children: readonly [NoteText];
};
export type Table = Base & {
  readonly type: 'table';
  /** The delimiter row as written. */
  readonly delimiters: string;
  readonly children: readonly TableRow[];
};
export type Rule = Base & { readonly type: 'rule'; readonly marker: string; readonly children: readonly [NoteText] };
/** Source that the editor shows as it is. */
export type RawBlock = Base & {
  readonly type: 'raw';
  readonly kind: 'html' | 'definition' | 'indented' | 'other';
  readonly children: readonly [NoteText];
};

export type Block = Paragraph | Heading | CodeBlock | Table | Rule | RawBlock;

/** Where a block comes from, by line numbers of its document. */
export interface Source {
  /** First line: where the first container that the block opens starts. */
  readonly first: number;
  readonly content: number;
  readonly last: number;
  /** First line of the next block; blank lines after the block belong to it. */
  readonly end: number;
  readonly node: Block;
  /** Prefix of each content line: quote signs, list markers, indentation. */
  readonly prefixes: readonly string[];
  /** How many of its containers an earlier block opened. */
  readonly inherited: number;
  readonly doc: NoteDocument;
}

export interface NoteDocument {
  readonly text: string;
  readonly bom: '' | '\uFEFF';
  readonly lines: readonly string[];
  /** End of each line as written; that of the last line may be ''. */
  readonly eols: readonly string[];
  /** The most frequent line end, for new lines. */
  readonly eol: string;
  /** Lines of the front matter with its delimiters. */
  readonly frontMatterLines: number;
  /** First line of the first block. */
  readonly head: number;
  readonly blocks: readonly Block[];
  readonly sources: ReadonlyMap<string, Source>;
}

export const isText = (node: Inline): node is NoteText => !('type' in node);
