import { Editor, Element, Node, Transforms, type NodeEntry } from 'slate';
import { HistoryEditor } from 'slate-history';
import { api, store } from '@zo/web/store';
import { parentOf, pathKey, type ComputerLocation } from '@zo/web/paths';
import { webImageApi } from '../../../../api/web-image.endpoints';
import { change } from '../editor/blocks';
import type { NoteEditor } from '../editor/types';
import { imagesOf, withImageAddresses } from '../html/html-block';
import { linkTail } from '../links/links';
import { addressOf } from '../links/references';
import { relativeLink, webAddress } from '../links/resolve-link';
import type { ImageNode, RawBlock } from '../model/nodes';

/** The images of the web in a note, and the HTML blocks with such ones, by their addresses. */
function webImagesByAddress(editor: NoteEditor): Map<string, NodeEntry<Element>[]> {
  const found = new Map<string, NodeEntry<Element>[]>();
  for (const entry of Node.elements(editor)) {
    for (const url of webAddressesOf(editor, entry[0])) {
      if (!found.has(url)) found.set(url, []);
      found.get(url)!.push(entry as NodeEntry<Element>);
    }
  }
  return found;
}

function webAddressesOf(editor: NoteEditor, node: Node): string[] {
  const addresses = new Set(addressesOf(editor, node).map(webAddress));
  return [...addresses].filter((address) => address !== undefined);
}

function addressesOf(editor: NoteEditor, node: Node): string[] {
  if (!Element.isElement(node)) return [];
  if (node.type === 'raw') return isHtml(node) ? imagesOf(Node.string(node)) : [];
  return node.type === 'image' ? [addressOf(editor, node as unknown as ImageNode) ?? ''] : [];
}

const isHtml = (node: Element) => (node as unknown as RawBlock).kind === 'html';

export const webImagesIn = (editor: NoteEditor): string[] => [...webImagesByAddress(editor).keys()];

/**
 * Keeps an image of the web beside the note, which shows the copy from now on wherever it showed that address.
 * @throws the problem of the server
 */
export async function keepWebImage(editor: NoteEditor, note: ComputerLocation, url: string): Promise<void> {
  const folder = parentOf(note);
  const request = webImageApi.endpoints.saveWebImage.initiate({ root: folder.root, path: [...folder.path], url });
  const kept = await store.dispatch(request).unwrap();
  const folders = [folder, parentOf(kept)];
  store.dispatch(api.util.invalidateTags(folders.map((each) => ({ type: 'Folder', id: pathKey(each) }))));
  const link = relativeLink(note, kept);
  HistoryEditor.withNewBatch(editor as HistoryEditor, () =>
    Editor.withoutNormalizing(editor, () => {
      for (const [node, path] of webImagesByAddress(editor).get(url) ?? []) {
        if (node.type === 'raw') {
          const html = withImageAddresses(Node.string(node), (address) =>
            webAddress(address) === url ? link : undefined,
          );
          Transforms.insertText(editor, html, { at: Editor.range(editor, path) });
          continue;
        }
        const image = node as unknown as ImageNode;
        // The title, if there is one, stays.
        const tail = typeof image.url !== 'string' ? linkTail(link) : image.tail.replace(image.url, () => link);
        change(editor, path, { url: link, tail });
      }
    }),
  );
}
