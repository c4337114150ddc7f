import { Editor, Element, Node, type NodeEntry } from 'slate';
import { HistoryEditor } from 'slate-history';
import { api, store } from '@zo/web/store';
import { parentOf, pathKey, type ComputerLocation } from '@zo/web/paths';
import { webImageApi } from '../../../../api/web-image.endpoints';
import type { ImageNode } from '../model/nodes';
import { relativeLink, webAddress } from '../resolve-link';
import { change } from './blocks';
import { linkTail } from './links';
import { addressOf } from './references';
import type { NoteEditor } from './types';

/** The images of the web in a note, by their addresses. */
function webImagesByAddress(editor: NoteEditor): Map<string, NodeEntry<Element>[]> {
  const images = [...Node.elements(editor)].filter(([node]) => Element.isElement(node) && node.type === 'image');
  const address = ([node]: NodeEntry) => webAddress(addressOf(editor, node as unknown as ImageNode) ?? '');
  const found = Map.groupBy(images as NodeEntry<Element>[], (entry) => address(entry) ?? '');
  found.delete('');
  return found;
}

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
        const image = node as unknown as ImageNode;
        // The title, if there is one, stays.
        const tail = typeof image.url !== 'string' ? linkTail(link) : image.tail.replace(image.url, () => link);
        change(editor, path, { url: link, tail });
      }
    }),
  );
}
