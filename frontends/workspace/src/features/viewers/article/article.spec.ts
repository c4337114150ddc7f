import { describe, expect, it } from '@jest/globals';
import { articleOf } from './article';

const location = { root: 'w' as const, path: ['Articles', 'Tides :: news.example.org.md'] };

describe('an article', () => {
  it('has its title, source and facts from its front matter, and the rest as its body', () => {
    const text = [
      '---',
      'title: "Tides: a guide"',
      'source: "https://news.example.org/tides"',
      'site: The Example',
      'author: Ada Example',
      'published: 2026-03-01T08:00:00Z',
      '---',
      '',
      '# Tides: a guide',
      '',
      `${'word '.repeat(460)}end`,
      '',
    ].join('\n');
    expect(articleOf(text, location)).toEqual({
      title: 'Tides: a guide',
      byline: 'Ada Example',
      site: 'The Example',
      address: 'https://news.example.org/tides',
      published: Date.UTC(2026, 2, 1, 8),
      minutes: 2,
      body: `${'word '.repeat(460)}end\n`,
    });
  });

  it('without front matter has the title and host of its name', () => {
    expect(articleOf('# Another heading\n\nText', location)).toEqual({
      title: 'Tides',
      byline: '',
      site: 'news.example.org',
      minutes: 1,
      body: '# Another heading\n\nText',
    });
  });

  it('has no link to an address that is not of the web', () => {
    expect(articleOf('---\nsource: "javascript:alert(1)"\n---\n\nText', location).address).toBeUndefined();
  });
});
