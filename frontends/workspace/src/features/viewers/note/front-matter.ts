import { isMap, isSeq, parseDocument, type Node } from 'yaml';

export interface FrontMatter {
  /** Names and values of a leading YAML block. */
  fields: [string, string][];
  /** The block as written, when it is not a map in valid YAML. */
  invalid?: string;
  /** The note without the block. */
  body: string;
}

/** Splits off a leading block between '---' lines. */
export function splitFrontMatter(text: string): FrontMatter {
  const match = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(text);
  if (!match) return { fields: [], body: text };
  const body = text.slice(match[0].length);
  const { contents, errors } = parseDocument(match[1]!);
  if (errors.length > 0 || !isMap<Node, Node | null>(contents)) return { fields: [], invalid: match[1], body };
  return { fields: contents.items.map(({ key, value }) => [textOf(key), textOf(value)]), body };
}

/** A value as text: scalars as written, so that a date or 1.10 keeps its form; lists with commas; maps as YAML. */
function textOf(node: Node | null): string {
  if (!node) return '';
  if (isSeq<Node>(node)) return node.items.map((item) => textOf(item)).join(', ');
  if ('source' in node && typeof node.source === 'string') return node.source;
  return String(node).trim();
}
