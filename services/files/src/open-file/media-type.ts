import { isTextKind, kindOf } from '@zo/proto/file-kind';
import mime from 'mime';

/** Media type by name only; raw/inline decides by content how a browser may show it. */
export function mediaTypeOf(name: string): string {
  // `.ts` is video/mp2t in the registry, but TypeScript here.
  if (isTextKind(kindOf(name)) && !/\.(csv|json|html?|md)$/i.test(name)) return 'text/plain';
  return mime.getType(name) ?? 'application/octet-stream';
}
