// Turns a chapter of an EPUB into what cannot run or load anything. The policy of this page would stop both as well.
/* global resolveName */
const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
const MAX_IMAGES_BYTES = 64 * 1024 * 1024;
const MAX_STYLE_LENGTH = 1024 * 1024;
const FORBIDDEN =
  'script, iframe, frame, frameset, object, embed, applet, audio, video, source, track, base, meta, link, form, input, ' +
  'button, textarea, select, template, noscript, portal, animate, set, animateMotion, animateTransform, title';
const LOADING = new Set([
  'src',
  'srcset',
  'srcdoc',
  'href',
  'xlink:href',
  'action',
  'formaction',
  'data',
  'poster',
  'background',
]);
const TYPES = { png: 'png', jpg: 'jpeg', jpeg: 'jpeg', gif: 'gif', webp: 'webp', svg: 'svg+xml', avif: 'avif' };
const XLINK = 'http://www.w3.org/1999/xlink';

/** Styles without anything that loads. */
const inertCss = (css) =>
  css
    .slice(0, MAX_STYLE_LENGTH)
    .replace(/\\/g, '')
    .replace(/@(import|charset|namespace)[^;{}]*;?/gi, '')
    .replace(/@font-face\s*\{[^}]*\}?/gi, '')
    .replace(/(url|image-set|image|src)\s*\([^)]*\)?/gi, 'none');

function parse(text) {
  const xhtml = new DOMParser().parseFromString(text, 'application/xhtml+xml');
  const isWellFormed = !xhtml.querySelector('parsererror') && xhtml.querySelector('body, svg');
  return isWellFormed ? xhtml : new DOMParser().parseFromString(text, 'text/html');
}

async function toDataUrl(zip, name) {
  const type = TYPES[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase()];
  if (!type || !zip.has(name)) return undefined;
  const bytes = await zip.bytes(name);
  if (bytes.length > MAX_IMAGE_BYTES) return undefined;
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(new Blob([bytes], { type: `image/${type}` }));
  });
}

async function stylesOf(zip, name, page) {
  const styles = [];
  for (const node of page.querySelectorAll('link, style')) {
    if (node.localName === 'style') styles.push(node.textContent);
    else if (/stylesheet/i.test(node.getAttribute('rel') ?? '')) {
      const target = resolveName(name, node.getAttribute('href') ?? '');
      // A chapter without its style can still be read.
      if (target && zip.has(target.name)) styles.push(await zip.text(target.name).catch(() => ''));
    }
  }
  return styles.map(inertCss);
}

/** Gives an image its bytes, and a link its target; whatever else would load is removed. */
async function makeInert(element, { zip, name, budget }) {
  const isImage = element.localName === 'img' || element.localName === 'image';
  const address =
    element.getAttribute(element.localName === 'img' ? 'src' : 'href') ?? element.getAttributeNS(XLINK, 'href');
  for (const { name: attribute, value } of Array.from(element.attributes))
    if (/^on/i.test(attribute) || LOADING.has(attribute.toLowerCase())) element.removeAttribute(attribute);
    else if (attribute === 'style') element.setAttribute('style', inertCss(value));
    else if (/url\s*\(/i.test(value) && !/^url\(\s*['"]?#/.test(value)) element.removeAttribute(attribute);
  if (!address) return;
  const target = resolveName(name, address);
  if (element.localName === 'a' && target) {
    element.dataset.name = target.name;
    element.dataset.anchor = target.anchor;
    element.setAttribute('href', '#');
  } else if (element.localName === 'use' && address.startsWith('#')) element.setAttribute('href', address);
  else if (isImage && target && budget.left > 0) {
    const url = await toDataUrl(zip, target.name).catch(() => undefined);
    budget.left -= url?.length ?? 0;
    if (url) element.setAttribute(element.localName === 'img' ? 'src' : 'href', url);
  }
}

/** The styles and elements of a chapter. @throws BookError */
globalThis.readChapter = async ({ zip }, name) => {
  const page = parse(await zip.text(name));
  const styles = await stylesOf(zip, name, page);
  for (const element of page.querySelectorAll(`${FORBIDDEN}, style`)) element.remove();
  const content = page.body ?? page.documentElement;
  const budget = { left: MAX_IMAGES_BYTES };
  for (const element of content.querySelectorAll('*')) await makeInert(element, { zip, name, budget });
  const nodes = content.localName === 'svg' ? [content] : [...content.childNodes];
  await makeInert(content, { zip, name, budget });
  return { styles, nodes };
};
