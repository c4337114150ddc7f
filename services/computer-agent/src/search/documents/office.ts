import { SaxesParser } from 'saxes';
import yauzl from 'yauzl';
import { MAX_TEXT_CHARACTERS } from './kinds.js';

/** XML that is read of one document; a zip may unpack to a thousand times its size. */
const MAX_XML = 64 * 1024 * 1024;
/** The parts of a document that have its text, in Office Open XML and OpenDocument. */
const PARTS = new RegExp(
  `^(${[
    'word/(document|footnotes|endnotes|comments|header\\d*|footer\\d*)',
    'xl/(sharedStrings|worksheets/sheet\\d+)',
    'ppt/slides/slide\\d+',
    'ppt/notesSlides/notesSlide\\d+',
    'content',
  ].join('|')})\\.xml$`,
);
/** Elements, without their prefix, whose characters are text. */
const TEXT = new Set(['t', 'p', 'h', 'span', 'a']);
/** A cell with its string in it, as the result of a formula is, or every text that some programs write. */
const OWN_STRING = 'c of string';
/** Elements that end a line. */
const LINES = new Set(['p', 'si', 'is', 'h', 'br', 'row', 'line-break', OWN_STRING]);
const SPACES = new Set(['tab', 's']);

/** Collects the text of the parts, one line for each paragraph, cell or title. */
class TextCollector {
  private readonly pieces: string[] = [];
  private length = 0;

  get isFull(): boolean {
    return this.length >= MAX_TEXT_CHARACTERS;
  }

  get text(): string {
    return this.pieces
      .join('')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n[ \n]*/g, '\n')
      .slice(0, MAX_TEXT_CHARACTERS);
  }

  private add(text: string): void {
    this.pieces.push(text);
    this.length += text.length;
  }

  /**
   * A parser of one part. In Office Open XML only `t` has text, and `v` of some cells; in OpenDocument also parents.
   */
  parser(isOpenDocument: boolean): SaxesParser {
    const parser = new SaxesParser({ xmlns: false });
    const open: string[] = [];
    parser.on('opentag', ({ name, attributes }) => {
      const own = name.slice(name.indexOf(':') + 1);
      open.push(own === 'c' && attributes.t === 'str' ? OWN_STRING : own);
      if (SPACES.has(own)) this.add(' ');
    });
    parser.on('text', (text) => {
      const own = open.at(-1) ?? '';
      if (isOpenDocument ? TEXT.has(own) : own === 't' || (own === 'v' && open.at(-2) === OWN_STRING)) this.add(text);
    });
    parser.on('closetag', () => {
      if (LINES.has(open.pop() ?? '')) this.add('\n');
    });
    parser.on('error', (error) => {
      throw error;
    });
    return parser;
  }
}

/** Text of a document that is a zip of XML. @throws Error when it is none, or damaged */
export async function officeText(fd: number): Promise<string> {
  const zip = await yauzl.fromFdPromise(fd, { lazyEntries: true, autoClose: false });
  const collector = new TextCollector();
  let read = 0;
  for await (const entry of zip.eachEntry()) {
    if (!PARTS.test(entry.fileName) || collector.isFull) continue;
    const parser = collector.parser(entry.fileName === 'content.xml');
    const decoder = new TextDecoder();
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read > MAX_XML || collector.isFull) return collector.text;
      parser.write(decoder.decode(chunk, { stream: true }));
    }
    parser.close();
  }
  return collector.text;
}
