/** What the frame of a book says. It shows foreign markup, so everything it says is checked. */
export interface ContentsLine {
  title: string;
  /** Index of the chapter. */
  chapter: number;
  /** Place in the chapter; empty for its start. */
  anchor: string;
  depth: number;
}

export interface Book {
  title: string;
  /** Number of chapters. */
  chapters: number;
  contents: readonly ContentsLine[];
}

export interface PageNumber {
  /** Index of the chapter. */
  chapter: number;
  /** Index of the page. */
  page: number;
  /** Pages of the chapter as it is laid out. */
  pages: number;
}

export type BookProblem = 'damaged' | 'too-large' | 'protected';

/** `palette`: the key of the palette was pressed in the frame. */
export type FrameMessage =
  { ready: true } | { book: Book } | { at: PageNumber } | { error: BookProblem } | { palette: true };

const MAX_CONTENTS = 2_000;
const MAX_LENGTH = 1_000;
const MAX_COUNT = 1_000_000;

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_COUNT;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_LENGTH;

const isLine = (line: unknown): line is ContentsLine =>
  isFields(line) &&
  isText(line['title']) &&
  isCount(line['chapter']) &&
  isText(line['anchor']) &&
  isCount(line['depth']);

function readBook({ title, chapters, contents }: Fields): Book | undefined {
  if (!isText(title) || !isCount(chapters) || chapters === 0 || !Array.isArray(contents)) return undefined;
  const lines = contents.slice(0, MAX_CONTENTS).filter(isLine);
  return { title, chapters, contents: lines.filter(({ chapter }) => chapter < chapters) };
}

/** Undefined for what is no message of the frame. */
export function readMessage(data: unknown): FrameMessage | undefined {
  if (!isFields(data)) return undefined;
  const { ready, book, at, error, palette } = data;
  if (ready === true) return { ready };
  if (palette === true) return { palette };
  if (error !== undefined) return { error: error === 'too-large' || error === 'protected' ? error : 'damaged' };
  if (isFields(book)) {
    const read = readBook(book);
    return read ? { book: read } : { error: 'damaged' };
  }
  if (!isFields(at)) return undefined;
  const { chapter, page, pages } = at;
  return isCount(chapter) && isCount(page) && isCount(pages) && page < pages
    ? { at: { chapter, page, pages } }
    : undefined;
}
