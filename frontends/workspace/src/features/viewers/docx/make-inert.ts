import { withPlainBullets } from './symbols';

/** What may be in a drawn document. Everything else is replaced by its content. */
const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'a article b br caption col colgroup div em footer h1 h2 h3 h4 h5 h6 header hr i img li mark ol p rt rp ruby s ' +
    'section small span strong style sub sup table tbody td tfoot th thead tr u ul wbr del ins ' +
    'svg g path rect circle ellipse line polyline polygon text tspan image ' +
    'math mi mn mo mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover mover mroot ' +
    'mfrac ' +
    'mfenced menclose mphantom mpadded mmultiscripts mprescripts'
  ).split(' '),
);
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'xlink:href']);
const OWN_IMAGE = /^data:image\/(?:png|jpe?g|gif|webp|bmp|svg\+xml)[;,]/i;
const WEB = /^(?:https?|mailto):/i;

/** Removes whatever could run or load from a document that is not on the page yet. */
export function makeInert(root: Element): void {
  for (const element of root.querySelectorAll('*')) {
    const name = element.localName;
    if (!ELEMENTS.has(name)) {
      // The content of unknown elements stays; that of scripts and frames is no text.
      element.replaceWith(...(isText(name) ? Array.from(element.childNodes) : []));
      continue;
    }
    if (name === 'style') element.textContent = withPlainBullets(withoutAddresses(element.textContent));
    for (const attribute of Array.from(element.attributes)) makeAttributeInert(element, attribute);
    if (name === 'a') makeLinkInert(element);
  }
}

const isText = (name: string) => !/^(?:script|iframe|object|embed|template|noscript|foreignobject)$/i.test(name);

/** The policy of the page stops requests to other hosts, too. */
const withoutAddresses = (css: string) => css.replace(/url\s*\(|@import|image-set\s*\(/gi, 'none(');

function makeAttributeInert(element: Element, { name, value }: Attr): void {
  const isLink = element.localName === 'a' && name === 'href';
  if (/^on/i.test(name) || name === 'target' || name === 'srcset') element.removeAttribute(name);
  else if (name === 'style') element.setAttribute(name, withoutAddresses(value));
  else if (ADDRESSES.has(name) && !isLink && !OWN_IMAGE.test(value)) element.removeAttribute(name);
}

/** Links lead to the web in a new tab, or to a place in the document. */
function makeLinkInert(link: Element): void {
  const address = link.getAttribute('href') ?? '';
  if (WEB.test(address)) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  } else if (!/^#./.test(address)) link.removeAttribute('href');
}
