/** Attributes of clipboards that say what a cell is; all others are dropped. */
const KEPT = new Set([
  'align',
  'bgcolor',
  'class',
  'color',
  'colspan',
  'data-sheets-formula',
  'data-sheets-numberformat',
  'data-sheets-value',
  'rowspan',
  'sdnum',
  'sdval',
  'style',
  'valign',
  'x:bool',
  'x:num',
  'x:str',
]);
const SPACE = /\s/;
const NAME = /[^\s=>/"']/;
/** Their content is no text of a cell. */
const RAW = new Set(['script', 'style', 'title', 'textarea', 'template', 'noscript', 'iframe', 'xmp']);

/** Markup of a clipboard whose attributes are inert: each is called `data-from-…`, so that no browser acts on it. */
export interface InertMarkup {
  html: string;
  /** The texts of its style sheets. */
  css: string;
}

interface Tag {
  name: string;
  attributes: string;
  end: number;
}

const quoted = (text: string): string => text.replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Reads a tag from its `<` on, each sign once. Undefined when it does not end. */
function tagAt(html: string, start: number): Tag | undefined {
  let at = start + 1;
  const run = (isPart: RegExp): string => {
    const from = at;
    while (at < html.length && isPart.test(html[at]!)) at++;
    return html.slice(from, at);
  };
  const name = run(/[a-z0-9:-]/i).toLowerCase();
  let attributes = '';
  while (at < html.length && html[at] !== '>') {
    const key = run(NAME).toLowerCase();
    if (key === '') {
      at++;
      continue;
    }
    run(SPACE);
    let value = '';
    if (html[at] === '=') {
      at++;
      run(SPACE);
      const quote = html[at] === '"' || html[at] === "'" ? html[at]! : undefined;
      const end = quote === undefined ? -1 : html.indexOf(quote, at + 1);
      if (quote !== undefined && end < 0) return undefined;
      value = quote === undefined ? run(/[^\s>]/) : html.slice(at + 1, end);
      if (quote !== undefined) at = end + 1;
    }
    if (KEPT.has(key)) attributes += ` data-from-${key.replace(':', '-')}="${quoted(value)}"`;
  }
  return at < html.length ? { name, attributes, end: at + 1 } : undefined;
}

/** Makes markup inert before a browser reads it: no attribute of it loads, runs or styles anything. */
export function inertMarkup(html: string): InertMarkup {
  const lower = html.toLowerCase();
  let [text, css, at] = ['', '', 0];
  for (;;) {
    const start = html.indexOf('<', at);
    if (start < 0) return { html: text + html.slice(at), css };
    text += html.slice(at, start);
    at = start + 1;
    if (html.startsWith('<!', start)) {
      const end = html.startsWith('<!--', start) ? html.indexOf('-->', start) + 2 : html.indexOf('>', start);
      if (end < start) return { html: text, css };
      at = end + 1;
    } else if (/[a-z]/i.test(html[at] ?? '')) {
      const tag = tagAt(html, start);
      if (!tag) return { html: text, css };
      at = tag.end;
      if (RAW.has(tag.name)) {
        const end = lower.indexOf(`</${tag.name}`, at);
        if (end < 0) return { html: text, css };
        if (tag.name === 'style') css += html.slice(at, end);
        at = end;
      } else text += `<${tag.name}${tag.attributes}>`;
    } else if (html[at] === '/') {
      const end = html.indexOf('>', at);
      if (end < 0) return { html: text, css };
      const name = /^\/([a-z0-9:-]*)/i.exec(html.slice(at, Math.min(end, at + 40)))?.[1]?.toLowerCase();
      if (name && !RAW.has(name)) text += `</${name}>`;
      at = end + 1;
    } else text += '&lt;';
  }
}
