import { attributesFrom, TAG, TAG_START, unescapeHtml } from '../../html-tags';
import { parseInert } from '../../inert-html';

const MAX_LENGTH = 64_000;
const MAX_ELEMENTS = 2_000;
const MAX_DEPTH = 50;

/** What can be shown of HTML. A block with any other element is shown as its source, so that it hides nothing. */
const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'a abbr b big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption ' +
    'figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav nobr ol p picture pre q s samp ' +
    'section small source span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var wbr'
  ).split(' '),
);

/** No attribute but these reaches the page. */
const ATTRIBUTES: ReadonlySet<string> = new Set(
  'align alt colspan height href open rowspan src start title width'.split(' '),
);

/** The content of an HTML block, inert; undefined for HTML that is shown as its source. */
export function htmlOf(source: string): HTMLElement | undefined {
  if (source.length > MAX_LENGTH || TAG_START.test(source.replace(TAG, ' '))) return undefined;
  const names = Array.from(source.matchAll(TAG), ([, name]) => name!.toLowerCase());
  if (names.length > MAX_ELEMENTS || !names.every((name) => ELEMENTS.has(name))) return undefined;
  const { body } = parseInert(source, ATTRIBUTES);
  const elements = [...body.querySelectorAll('*')];
  // The parser repeats some elements that were not closed.
  const isShown = elements.length > 0 && elements.length <= MAX_ELEMENTS && elements.every(isKnown);
  const hasContent = body.textContent.trim() !== '' || body.querySelector('img, hr') !== null;
  return isShown && hasContent && depthOf(body) <= MAX_DEPTH ? body : undefined;
}

const isKnown = ({ localName, attributes }: Element): boolean =>
  ELEMENTS.has(localName) && Array.from(attributes).every(({ name }) => ATTRIBUTES.has(name));

function depthOf(top: Element): number {
  let [depth, level] = [0, [...top.children]];
  for (; level.length > 0 && depth <= MAX_DEPTH; depth++) level = level.flatMap((element) => [...element.children]);
  return depth;
}

/** The addresses of the images in an HTML block. */
export const imagesOf = (source: string): string[] =>
  source.includes('<') ? [...source.matchAll(TAG)].flatMap(([tag, name]) => addressesIn(tag, name!)) : [];

/** An HTML block with other addresses of its images; undefined leaves one as it is. */
export const withImageAddresses = (source: string, addressFor: (address: string) => string | undefined): string =>
  source.replace(TAG, (tag, name: string) => {
    const attribute = addressAttribute(tag, name);
    const address = attribute && addressFor(unescapeHtml(attribute.value));
    return address === undefined
      ? tag
      : `${tag.slice(0, attribute!.start)}src="${address}"${tag.slice(attribute!.end)}`;
  });

const addressesIn = (tag: string, name: string): string[] => {
  const attribute = addressAttribute(tag, name);
  return attribute ? [unescapeHtml(attribute.value)] : [];
};

const addressAttribute = (tag: string, name: string) =>
  name.toLowerCase() === 'img'
    ? attributesFrom(tag, name.length + 1).find((attribute) => attribute.name === 'src')
    : undefined;
