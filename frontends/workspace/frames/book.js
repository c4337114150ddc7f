// Shows the pages of an EPUB, in a frame of the content origin: a book is foreign markup.
// The app sends `{ open, look }`, `{ look }`, `{ go }` and `{ turn }`; it gets `{ ready }`, `{ book }`, `{ at }` and `{ error }`.
/* global BookError, openBook, readChapter */
const MARGIN = 40;
const MAX_COLUMN = 640;
const SPREAD_WIDTH = 1_000;
const COLOURS = { light: ['#fdfcfa', '#1d1d1b', '#1d6b4a'], dark: ['#171a19', '#dcdfdd', '#7fd3a8'] };
const BASE = `
  :host { display: block; font-family: Georgia, 'Source Serif 4', serif; line-height: 1.55; overflow-wrap: break-word; }
  img, svg { max-width: 100%; max-height: 92vh; object-fit: contain; break-inside: avoid; }
  h1:first-child, h2:first-child { margin-top: 0; }
  table { max-width: 100%; } pre { white-space: pre-wrap; }
  a { color: var(--link); } h1, h2, h3 { line-height: 1.25; break-after: avoid; }`;

const pages = document.getElementById('pages');
const host = document.getElementById('chapter');
const shadow = host.attachShadow({ mode: 'open' });
const tell = (message) => parent.postMessage(message, '*');

let book;
let look = { size: 100, isDark: false };
let at = { chapter: 0, page: 0, pages: 1 };
/** Pixels from one page to the next. */
let step = 1;
let shown = 0;

function show(page) {
  at.page = Math.max(0, Math.min(at.pages - 1, page));
  pages.scrollLeft = at.page * step;
  tell({ at });
}

/** Lays the chapter out for the size of the frame. */
function lay() {
  const [paper, ink, link] = COLOURS[look.isDark ? 'dark' : 'light'];
  const isNarrow = innerWidth < 500;
  const margin = isNarrow ? 20 : MARGIN;
  const columns = innerWidth >= SPREAD_WIDTH ? 2 : 1;
  const width = Math.min(innerWidth - 2 * margin, columns * MAX_COLUMN + (columns - 1) * 2 * margin);
  const gap = 2 * margin;
  document.documentElement.style.cssText = `background:${paper};color:${ink};color-scheme:${look.isDark ? 'dark' : 'light'}`;
  host.style.cssText = `--link:${link};font-size:${(18 * look.size) / 100}px`;
  Object.assign(pages.style, {
    left: `${(innerWidth - width) / 2}px`,
    top: `${margin}px`,
    width: `${width}px`,
    height: `${innerHeight - 2 * margin}px`,
    columnWidth: `${(width - (columns - 1) * gap) / columns}px`,
    columnGap: `${gap}px`,
  });
  step = width + gap;
  at.pages = Math.max(1, Math.ceil((pages.scrollWidth - 1) / step));
}

/** Keeps the place of the reader when the layout changes. */
function layAgain() {
  if (!book) return;
  const fraction = at.page / at.pages;
  lay();
  show(Math.round(fraction * at.pages));
}

function pageOf(anchor) {
  const element = anchor ? shadow.getElementById(anchor) : undefined;
  if (!element) return undefined;
  const left = element.getBoundingClientRect().left - pages.getBoundingClientRect().left + pages.scrollLeft;
  return Math.floor((left + 1) / step);
}

/** @param fraction of the chapter, 0 to 1 */
async function go({ chapter, fraction = 0, anchor }) {
  const mine = ++shown;
  const { styles, nodes } = await readChapter(book, book.chapters[chapter]);
  if (mine !== shown) return;
  const sheets = [BASE, ...styles].map((css) => Object.assign(document.createElement('style'), { textContent: css }));
  shadow.replaceChildren(...sheets, ...nodes.map((node) => document.importNode(node, true)));
  at = { chapter, page: 0, pages: 1 };
  pages.scrollLeft = 0;
  const images = [...shadow.querySelectorAll('img')];
  // The layout needs their sizes; one that cannot be decoded has none.
  await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
  if (mine !== shown) return;
  lay();
  show(pageOf(anchor) ?? Math.round(fraction * (at.pages - 1)));
}

async function turn(direction) {
  const page = at.page + direction;
  if (page >= 0 && page < at.pages) return show(page);
  const chapter = at.chapter + direction;
  if (chapter >= 0 && chapter < book.chapters.length) await go({ chapter, fraction: direction > 0 ? 0 : 1 });
}

const attempt = (work) =>
  work.catch((error) => tell({ error: error instanceof BookError ? error.message : 'damaged' }));

async function open(buffer) {
  book = await openBook(buffer);
  tell({ book: { title: book.title, chapters: book.chapters.length, contents: book.contents } });
}

addEventListener('message', ({ data, source }) => {
  if (source !== parent) return;
  if (data.look) look = data.look;
  if (data.open) return void attempt(open(data.open));
  if (!book) return;
  if (data.go) return void attempt(go(data.go));
  if (data.turn) return void attempt(turn(data.turn));
  layAgain();
});
addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    return tell({ palette: true });
  }
  const direction = { ArrowRight: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, PageUp: -1 }[event.key];
  if (!book || !direction || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  void attempt(turn(event.key === ' ' && event.shiftKey ? -1 : direction));
});
shadow.addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (!link) return;
  event.preventDefault();
  const chapter = book.chapters.indexOf(link.dataset.name);
  if (chapter >= 0) void attempt(go({ chapter, anchor: link.dataset.anchor }));
});
let touched;
addEventListener('touchstart', ({ touches }) => (touched = touches.length === 1 ? touches[0].clientX : undefined));
addEventListener('touchend', ({ changedTouches }) => {
  const moved = touched === undefined ? 0 : changedTouches[0].clientX - touched;
  if (book && Math.abs(moved) > 50) void attempt(turn(moved < 0 ? 1 : -1));
});
addEventListener('resize', layAgain);
tell({ ready: true });
