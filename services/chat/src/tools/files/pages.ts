/** Reads PDF and EPUB files by parsing them on the user's computer, never in this process. */
import { runCommand } from '../commands/command.js';
import type { Location } from '@zo/proto/location';
import { displayPath } from './paths.js';
import { ToolError } from '../tool-errors.js';
import type { ToolResult } from '../../shapes/tool-result.js';
import { boxFor, hasRoom } from './read-picture.js';
import { text, type ToolContext } from '../tool.js';

const MAX_PAGES = 30;
const PDF =
  'command -v pdftotext >/dev/null || exit 127; pages=$(pdfinfo "$FILE" | sed -n "s/^Pages: *//p"); echo "$pages"; ' +
  'pdftotext -layout -f "$FROM" -l "$TO" "$FILE" -';
// Prints the chapters of an EPUB in reading order without tags; a chapter counts as a page.
const EPUB = `command -v python3 >/dev/null || exit 127; python3 - <<'PY'
import html, os, posixpath, re, xml.etree.ElementTree as ET, zipfile
book = zipfile.ZipFile(os.environ['FILE'])
name = lambda tag: tag.rsplit('}', 1)[-1]
opf = next(e.get('full-path') for e in ET.fromstring(book.read('META-INF/container.xml')).iter() if name(e.tag) == 'rootfile')
tree = ET.fromstring(book.read(opf))
items = {e.get('id'): e.get('href') for e in tree.iter() if name(e.tag) == 'item'}
spine = [items[e.get('idref')] for e in tree.iter() if name(e.tag) == 'itemref' and e.get('idref') in items]
print(len(spine))
for href in spine[int(os.environ['FROM']) - 1:int(os.environ['TO'])]:
    page = book.read(posixpath.normpath(posixpath.join(posixpath.dirname(opf), href))).decode('utf-8', 'replace')
    page = re.sub(r'(?is)<(script|style|head).*?</\\1>', '', page)
    page = re.sub(r'(?i)</(p|div|h[1-6]|li|tr)>|<br */?>', '\\n', page)
    print(re.sub(r'\\n{3,}', '\\n\\n', html.unescape(re.sub(r'<[^>]+>', '', page))).strip() + '\\n')
PY`;

export async function readPages(
  context: ToolContext,
  path: Location,
  { kind, range }: { kind: 'pdf' | 'epub'; range?: { start: number; end?: number } },
): Promise<ToolResult> {
  const from = range?.start ?? 1;
  const to = Math.min(range?.end ?? from + MAX_PAGES - 1, from + MAX_PAGES - 1);
  const file = `${path.root === 's' ? '../sites' : '.'}/${path.path.join('/')}`;
  const env = { FILE: file, FROM: String(from), TO: String(to) };
  const ran = await runCommand({ ...context, output: () => undefined }, { cmd: kind === 'pdf' ? PDF : EPUB, env });
  if (ran.code === 127)
    throw new ToolError(
      `This computer has no program that reads ${kind.toUpperCase()} files ` +
        `(${kind === 'pdf' ? 'poppler-utils' : 'python3'}).`,
      'no_reader',
    );
  if (ran.code !== 0)
    throw new ToolError(
      `${displayPath(path)} could not be read: ${ran.stderr.trim().slice(0, 300) || 'no such file'}`,
      'unreadable',
    );
  const [pages = '', ...rest] = ran.stdout.split('\n');
  const body = rest.join('\n').trim();
  const last = Math.min(to, Number(pages) || to);
  const head = `(pages ${from}–${last} of ${pages.trim()})`;
  if (body !== '') return text(`${head}\n${body}`);
  const drawn = kind === 'pdf' ? await drawPages(context, path, { start: from, end: last }) : 0;
  if (drawn === 0) return text(`${head}\n(no text on these pages)`);
  const until = from + drawn - 1;
  const more = until < last ? ` Read page ${until + 1} and later ones with page_range.` : '';
  return {
    type: 'text',
    text: `${head}\n(no text on these pages; pages ${from}–${until} are pictures.${more})`,
    pictures: drawn,
  };
}

/** Pages without text, as they look. @returns how many the model is shown */
async function drawPages(
  context: ToolContext,
  path: Location,
  range: { readonly start: number; readonly end: number },
): Promise<number> {
  const room = await context.pictureRoom();
  if (!room || !hasRoom(room)) return 0;
  const box = boxFor(context, room);
  const shown = await box.draw(path, range);
  if (shown > 0) await context.keepPictures(box.pictures);
  return shown;
}
