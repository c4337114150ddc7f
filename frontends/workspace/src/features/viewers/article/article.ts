import { nameOf, type Location } from '@zo/web/paths';
import { frontMatterOf } from '../note/model/front-matter-fields';
import { splitLines } from '../note/model/lines';
import { frontMatterLength } from '../note/model/parse';

const WORDS_PER_MINUTE = 230;

export interface Article {
  title: string;
  byline: string;
  /** The name of the site, or its host. */
  site: string;
  /** Undefined when it is no web address. */
  address?: string;
  /** Unix milliseconds. */
  published?: number;
  minutes: number;
  /** Markdown without front matter and title. */
  body: string;
}

/** `title` and `host` of a name like `title :: host.md`. */
function partsOf(name: string): { title: string; host: string } {
  const [title = '', host = ''] = name.replace(/\.md$/i, '').split(' :: ');
  return { title, host };
}

const isWeb = (address: string) => /^https?:\/\//i.test(address) && URL.canParse(address);

/** The parts of an article; a file without front matter is one, too. */
export function articleOf(text: string, location: Location): Article {
  const named = partsOf(nameOf(location));
  const values = new Map(frontMatterOf(text).fields.map(({ name, value }) => [name, value]));
  const { lines } = splitLines(text.replace(/^\uFEFF/, ''));
  const rest = lines.slice(frontMatterLength(lines));
  const title = values.get('title') || named.title;
  const first = rest.findIndex((line) => line.trim() !== '');
  if (rest[first]?.trim() === `# ${title}`) rest.splice(0, first + 1);
  const body = rest.join('\n').trimStart();
  const source = values.get('source') ?? '';
  const time = Date.parse(values.get('published') ?? '');
  return {
    title,
    byline: values.get('author') ?? '',
    site: values.get('site') || named.host,
    ...(isWeb(source) && { address: source }),
    ...(!Number.isNaN(time) && { published: time }),
    minutes: Math.max(1, Math.round(body.split(/\s+/).length / WORDS_PER_MINUTE)),
    body,
  };
}
