import { Editor, Element, Range, Transforms, type NodeEntry } from 'slate';
import { around } from '../editor/blocks';
import type { NoteEditor } from '../editor/types';
import type { LinkNode } from '../model/nodes';
import { addressOf } from './references';

const BLOCKED = /^\s*(?:javascript|data|vbscript|file):/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** ED-05: only these endings, because README.md and main.py are names of files. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:com|org|net|edu|gov|io|co)(?:[/?#]\S*)?$/i;

/**
 * ED-05: an address that a link may have; undefined for one that is blocked or invalid. Without a scheme it becomes an
 * https address; paths and anchors stay.
 */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (isBlocked(text)) return undefined;
  if (/^[#/.]/.test(text) || /^(?:mailto|tel):\S+$/i.test(text)) return text;
  const address = SCHEME.test(text) ? text : `https://${text}`;
  return URL.canParse(address) && !/\s/.test(address) ? address : undefined;
}

/** ED-05: an address whose scheme could run code or read files. */
const isBlocked = (address: string): boolean => BLOCKED.test(address.replaceAll(/[\u0000-\u0020]/g, ''));

/** A text that is an address by itself, as pasted from the bar of a browser. */
export const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text.trim());

/** A text that becomes a link without asking for its address; an e-mail address is none. */
export const isDomain = (text: string): boolean => DOMAIN.test(text.trim());

/** The end of the source of a link: an address with spaces or brackets is written in angle brackets. */
export const linkTail = (url: string): string =>
  /[\s()<>]/.test(url) ? `](<${url.replaceAll(/[<>]/g, encodeURIComponent)}>)` : `](${url})`;

export const linkAtCursor = (editor: NoteEditor): NodeEntry<Element> | undefined => around(editor, 'link');

/** The address of the link at the cursor; empty when there is none. */
export function addressAtCursor(editor: NoteEditor): string {
  const [link] = linkAtCursor(editor) ?? [];
  return (link && addressOf(editor, link as unknown as LinkNode)) ?? '';
}

export function removeLink(editor: NoteEditor): void {
  Transforms.unwrapNodes(editor, { match: (node) => Element.isElement(node) && node.type === 'link' });
}

/**
 * Sets the address of the link at the cursor, or makes a link of the selected text. False for an invalid address; a
 * blocked one changes nothing.
 */
export function linkSelection(editor: NoteEditor, typed: string): boolean {
  const found = linkAtCursor(editor);
  if (typed.trim() === '') {
    removeLink(editor);
    return true;
  }
  if (isBlocked(typed)) {
    console.warn('a link with a blocked scheme was not set');
    return true;
  }
  const url = linkAddress(typed);
  if (url === undefined) return false;
  const target = { url, tail: linkTail(url) };
  if (found) Transforms.setNodes(editor, target as Partial<Element>, { at: found[1] });
  else if (editor.selection && Range.isExpanded(editor.selection)) {
    const link: LinkNode = { type: 'link', ...target, children: [] };
    Transforms.wrapNodes(editor, link as unknown as Element, { split: true });
    Transforms.collapse(editor, { edge: 'end' });
  } else {
    const link: LinkNode = { type: 'link', ...target, children: [{ text: url }] };
    Transforms.insertNodes(editor, link as unknown as Element);
    Transforms.move(editor, { unit: 'offset' });
  }
  return true;
}

/** The text that the selection covers, for the field of the address. */
export const selectedText = (editor: NoteEditor): string =>
  editor.selection ? Editor.string(editor, editor.selection) : '';
