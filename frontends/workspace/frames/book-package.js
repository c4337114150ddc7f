// Reads what an EPUB says about itself: its title, its chapters in order and its contents list.
/* global BookError, Zip */
const MAX_CHAPTERS = 5_000;
const MAX_CONTENTS = 2_000;
const MAX_DEPTH = 8;
const MAX_TITLE_LENGTH = 300;
/** Names of a book resolve against an address that exists nowhere. */
const HOST = 'http://book.invalid/';

const parseXml = (text) => new DOMParser().parseFromString(text, 'application/xml');
const all = (node, name) => [...node.getElementsByTagNameNS('*', name)];
const first = (node, name) => node.getElementsByTagNameNS('*', name)[0];
const titleOf = (node) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH);

/** The name and anchor of an address in the file `base`; undefined for one that leads out of the book. */
globalThis.resolveName = (base, address) => {
  try {
    const url = new URL(address, HOST + base.split('/').map(encodeURIComponent).join('/'));
    if (!url.href.startsWith(HOST)) return undefined;
    return { name: decodeURIComponent(url.pathname.slice(1)), anchor: decodeURIComponent(url.hash.slice(1)) };
  } catch {
    return undefined;
  }
};

class Contents {
  lines = [];
  #chapters;
  #base;

  constructor(chapters, base) {
    this.#chapters = chapters;
    this.#base = base;
  }

  add(title, address, depth) {
    const target = address ? globalThis.resolveName(this.#base, address) : undefined;
    const chapter = target ? this.#chapters.indexOf(target.name) : -1;
    if (chapter < 0 || !title || this.lines.length >= MAX_CONTENTS) return;
    this.lines.push({ title, chapter, anchor: target.anchor, depth });
  }

  /** The list of EPUB 3. */
  addList(list, depth) {
    for (const item of list?.children ?? []) {
      const link = [...item.children].find(({ localName }) => localName === 'a');
      if (link) this.add(titleOf(link), link.getAttribute('href'), depth);
      const inner = [...item.children].find(({ localName }) => localName === 'ol');
      if (inner && depth < MAX_DEPTH) this.addList(inner, depth + 1);
    }
  }

  /** The points of EPUB 2. */
  addPoints(node, depth) {
    for (const point of [...node.children].filter(({ localName }) => localName === 'navPoint')) {
      this.add(titleOf(first(point, 'navLabel')), first(point, 'content')?.getAttribute('src'), depth);
      if (depth < MAX_DEPTH) this.addPoints(point, depth + 1);
    }
  }
}

async function readContents(zip, chapters, { nav, ncx }) {
  const name = nav ?? ncx;
  if (!name || !zip.has(name)) return [];
  const contents = new Contents(chapters, name);
  const xml = parseXml(await zip.text(name));
  if (nav) {
    const lists = all(xml, 'nav');
    const toc = lists.find((list) => [...list.attributes].some(({ value }) => value === 'toc')) ?? lists[0];
    if (toc) contents.addList(first(toc, 'ol'), 0);
  } else if (first(xml, 'navMap')) contents.addPoints(first(xml, 'navMap'), 0);
  return contents.lines;
}

/** @throws BookError, RangeError */
globalThis.openBook = async (buffer) => {
  const zip = new Zip(buffer);
  if (zip.has('META-INF/rights.xml')) throw new BookError('protected');
  const root = first(parseXml(await zip.text('META-INF/container.xml')), 'rootfile')?.getAttribute('full-path');
  if (!root) throw new BookError('damaged');
  const xml = parseXml(await zip.text(root));
  const named = (item) => globalThis.resolveName(root, item?.getAttribute('href') ?? '')?.name;
  const items = new Map(all(xml, 'item').map((item) => [item.getAttribute('id'), item]));
  const chapters = all(xml, 'itemref')
    .map((entry) => named(items.get(entry.getAttribute('idref'))))
    .filter((name) => name && zip.has(name))
    .slice(0, MAX_CHAPTERS);
  if (chapters.length === 0) throw new BookError('damaged');
  const nav = [...items.values()].find((item) => item.getAttribute('properties')?.split(' ').includes('nav'));
  const ncx = items.get(first(xml, 'spine')?.getAttribute('toc'));
  const lists = { nav: nav && named(nav), ncx: ncx && named(ncx) };
  return {
    zip,
    chapters,
    title: titleOf(first(xml, 'title')),
    contents: await readContents(zip, chapters, lists).catch(() => []),
  };
};
