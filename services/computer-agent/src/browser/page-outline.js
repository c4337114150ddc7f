// Runs in a world of its own inside the page, which cannot replace what is used here. The page as people see it: text
// with its headings, links and controls, bounded in nodes, depth and characters.

const MAX_DEPTH = 200;
const MAX_NAME = 200;
const MAX_TEXT = 20_000;
const BLOCKS = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR DD DETAILS DIALOG DIV DL DT FIELDSET FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 ' +
    'HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TR UL'
  ).split(' '),
);
const UNSHOWN = new Set('SCRIPT STYLE NOSCRIPT TEMPLATE HEAD META LINK OBJECT EMBED'.split(' '));
const FIELDS = new Set('INPUT TEXTAREA SELECT'.split(' '));
const IMAGES = new Map([
  ['IMG', 'image'],
  ['SVG', 'image'],
  ['CANVAS', 'canvas'],
  ['VIDEO', 'video'],
  ['IFRAME', 'frame'],
]);

const onOneLine = (words, most) =>
  String(words ?? '')
    .slice(0, most * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most);

function isShown(element) {
  if (element.getAttribute('aria-hidden') === 'true') return false;
  const style = getComputedStyle(element);
  return style.display !== 'none' && style.visibility !== 'hidden' && style.opacity !== '0';
}

const labelOf = (element) => element.getAttribute('aria-label') ?? element.getAttribute('title');

function fieldText(element) {
  const label = element.labels?.[0]?.textContent ?? labelOf(element) ?? element.getAttribute('placeholder');
  const name = onOneLine(label ?? element.name, MAX_NAME);
  const { type } = element;
  if (type === 'hidden') return '';
  if (/^(submit|button|reset|image)$/.test(type)) return `[button: ${onOneLine(element.value, MAX_NAME) || name}]`;
  if (type === 'checkbox' || type === 'radio') return `[${type}: ${name}${element.checked ? ', on' : ''}]`;
  // What stands in a field for passwords is nobody's business.
  const value = type === 'password' ? '' : onOneLine(element.value, MAX_NAME);
  return `[field: ${name}${value ? ` = ${value}` : ''}]`;
}

/** What is said of an element instead of what it contains; undefined if its content is. */
function wordsFor(element, tag) {
  if (FIELDS.has(tag)) return fieldText(element);
  if (tag === 'BUTTON' || element.getAttribute('role') === 'button')
    return `[button: ${onOneLine(labelOf(element) ?? element.textContent, MAX_NAME)}]`;
  const kind = IMAGES.get(tag);
  if (kind === undefined) return undefined;
  const name = onOneLine(element.getAttribute('alt') ?? labelOf(element), MAX_NAME);
  // Icons without a name say nothing.
  if (name === '') return tag === 'SVG' ? '' : `[${kind}]`;
  return `[${kind}: ${name}]`;
}

class Outline {
  text = '';
  nodes = 0;
  isCut = false;

  constructor({ maxCharacters, maxNodes }) {
    this.maxCharacters = maxCharacters;
    this.maxNodes = maxNodes;
  }

  get isOver() {
    return (this.isCut ||= this.text.length > this.maxCharacters || this.nodes > this.maxNodes);
  }

  line() {
    if (this.text !== '' && !this.text.endsWith('\n')) this.text = `${this.text.trimEnd()}\n`;
  }

  say(words) {
    if (words !== '') this.text += `${this.text === '' || /\s$/.test(this.text) ? '' : ' '}${words} `;
  }

  visit(node, depth) {
    this.nodes++;
    if (this.isOver || depth > MAX_DEPTH) return;
    if (node.nodeType === Node.TEXT_NODE) this.say(onOneLine(node.nodeValue, MAX_TEXT));
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const tag = node.tagName.toUpperCase();
    if (UNSHOWN.has(tag) || !isShown(node)) return;
    const words = wordsFor(node, tag);
    if (words !== undefined) return this.say(words);
    if (BLOCKS.has(tag)) this.line();
    if (/^H[1-6]$/.test(tag)) this.text += `${'#'.repeat(Number(tag[1]))} `;
    if (tag === 'LI') this.text += '- ';
    if (tag === 'TD' || tag === 'TH') this.text += '| ';
    const from = this.text.length;
    if (node.shadowRoot) this.children(node.shadowRoot, depth);
    this.children(node, depth);
    if (tag === 'A' && /^https?:/.test(node.href) && this.text.length > from)
      this.text = `${this.text.trimEnd()} (${node.href.slice(0, 500)}) `;
    if (BLOCKS.has(tag)) this.line();
  }

  children(node, depth) {
    for (let child = node.firstChild; child && !this.isOver; child = child.nextSibling) this.visit(child, depth + 1);
  }
}

const statusOfPage = () => performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0;

// oxlint-disable-next-line no-unused-vars -- Called by what this file is put into.
function outlinePage(limits) {
  const outline = new Outline(limits);
  if (document.body) outline.visit(document.body, 0);
  const heights = [document.documentElement?.scrollHeight, document.body?.scrollHeight];
  return {
    title: onOneLine(document.title, 300),
    status: statusOfPage(),
    outline: outline.text.trim().slice(0, limits.maxCharacters),
    isCut: outline.isCut,
    height: Math.ceil(Math.max(0, ...heights.filter(Boolean))),
  };
}
