import { describe, expect, it } from '@jest/globals';
import {
  fileHref,
  isArticle,
  isWithin,
  parseFileLocation,
  parsePlace,
  placeHash,
  rawHref,
  shownName,
  zipHref,
} from './index';

describe('places in a file', () => {
  it('FT-14 a place in an address is read as it was written', () => {
    for (const place of [{ line: 1 }, { line: 31, text: 'Kyoto #1: 100 %' }, { line: 2, text: '天気' }])
      expect(parsePlace(placeHash(place))).toEqual(place);
  });

  it('another hash is no place, and a broken one does no harm', () => {
    for (const hash of ['', '#', '#L', '#L0', '#heading', '#L12345678901', '#Lx'])
      expect({ hash, place: parsePlace(hash) }).toEqual({ hash, place: undefined });
    expect(parsePlace('#L3:100%')).toEqual({ line: 3, text: '100%' });
    expect(placeHash({ line: 1, text: '\ud800' })).toBe('#L1:%EF%BF%BD');
  });
});

describe('articles', () => {
  const isNamedArticle = (name: string) => isArticle({ root: 'w', path: ['Articles', name] });
  const ofHost = (host: string) => isNamedArticle(`A day :: ${host}.md`);
  const [longest, tooLong] = ['a'.repeat(63), 'a'.repeat(64)];

  it.each(['a.org', 'en.wikipedia.org', 'A-1.Example.COM', '1.2.de', `${longest}.org`, `a.${longest}`])(
    'a file of the host %s is one',
    (host) => expect(ofHost(host)).toBe(true),
  );

  it.each([
    ['without a dot', 'localhost'],
    ['that ends with a dot', 'a.org.'],
    ['with an empty label', 'a..org'],
    ['with a hyphen at the start of a label', '-a.org'],
    ['with a hyphen at the end of a label', 'a-.org'],
    ['with a label of 64 letters', `${tooLong}.org`],
    ['with a last label of one letter', 'a.b'],
    ['with a last label of 64 letters', `a.${tooLong}`],
    ['with a digit in the last label', 'a.o2'],
    ['that is an address of four numbers', '127.0.0.1'],
    ['with another character', 'a_b.org'],
    ['with a slash', 'a.org/b'],
    ['with credentials', 'me@a.org'],
    ['with a query', 'a.org?b'],
    ['with a port', 'a.org:80'],
  ])('a file of a host %s is none', (_what, host) => expect(ofHost(host)).toBe(false));

  it.each([' :: a.org.md', '   :: a.org.md', ':: a.org.md', 'a.org.md', 'A day ::a.org.md', 'A day :: a.org.txt'])(
    'a file called %j is none',
    (name) => expect(isNamedArticle(name)).toBe(false),
  );

  it('is one only in Articles, with any title', () => {
    expect(isNamedArticle('x :: a.org.md')).toBe(true);
    expect(isNamedArticle('One :: two :: a.org.md')).toBe(true);
    expect(isArticle({ root: 'w', path: ['Articles', 'Sea', 'x :: a.org.md'] })).toBe(true);
    expect(isArticle({ root: 'w', path: ['Notes', 'x :: a.org.md'] })).toBe(false);
    expect(isArticle({ root: 's', path: ['Articles', 'x :: a.org.md'] })).toBe(false);
  });
});

describe('file addresses', () => {
  it('RT-01 reads root and segments, root without segments, and plain /f', () => {
    expect(parseFileLocation('/f/w/Notes/Trip%20to%20Kyoto.md')).toEqual({
      root: 'w',
      path: ['Notes', 'Trip to Kyoto.md'],
      legacy: false,
    });
    expect(parseFileLocation('/f/s')).toEqual({ root: 's', path: [], legacy: false });
    expect(parseFileLocation('/f/w/')).toEqual({ root: 'w', path: [], legacy: false });
    expect(parseFileLocation('/f')).toEqual({ root: null, path: [], legacy: false });
    expect(parseFileLocation('/f/Notes')).toEqual({ root: 'w', path: ['Notes'], legacy: true });
    expect(parseFileLocation('/settings')).toBeNull();
    expect(parseFileLocation('/files')).toBeNull();
  });

  it('RT-01 survives a broken escape and every unusual name', () => {
    expect(parseFileLocation('/f/w/100%')?.path).toEqual(['100%']);
    for (const name of ['a b', 'a#b', 'a?b', '100% & more', 'ü/ö'.replace('/', ''), '日本', '..a', 'q=1']) {
      expect(parseFileLocation(fileHref({ root: 'w', path: ['x', name] }))?.path).toEqual(['x', name]);
    }
  });

  it('FT-11 puts s/ before site paths and joins encoded paths with commas', () => {
    expect(rawHref({ root: 's', path: ['a b.txt'] })).toBe('/api/file/s/a%20b.txt');
    expect(rawHref({ root: 'w', path: ['a.txt'] }, { download: true })).toBe('/api/file/a.txt?download=1');
    expect(rawHref({ root: 'w', path: ['s', 'a.txt'] })).toBe('/api/file/w/s/a.txt');
    expect(
      zipHref([
        { root: 'w', path: ['a,b', 'c'] },
        { root: 's', path: ['d'] },
      ]),
    ).toBe('/api/file?download=1&paths=a%2Cb%2Fc,s%2Fd');
  });

  it('knows which path lies inside which', () => {
    expect(isWithin({ root: 'w', path: ['a', 'b'] }, { root: 'w', path: ['a'] })).toBe(true);
    expect(isWithin({ root: 'w', path: ['ab'] }, { root: 'w', path: ['a'] })).toBe(false);
    expect(isWithin({ root: 's', path: ['a'] }, { root: 'w', path: ['a'] })).toBe(false);
  });
});

describe('names as they are shown', () => {
  it('cannot turn what follows around, and are as they are otherwise', () => {
    expect(shownName('a\u202egpj.exe')).toBe('a⟨U+202E⟩gpj.exe');
    expect(shownName('\u2067b\u2069.md')).toBe('⟨U+2067⟩b⟨U+2069⟩.md');
    for (const name of ['plain.txt', 'שלום.md', 'می\u200cخواهم.txt', '👩\u200d🔬.png'])
      expect(shownName(name)).toBe(name);
  });
});
