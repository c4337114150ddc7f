import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { TooltipProvider } from '@zo/web/ui';
import { createBlockSplitter } from './blocks';
import { targetOf } from './links';
import { Markdown } from './markdown';

afterEach(cleanup);
const show = (text: string) =>
  render(
    <MemoryRouter initialEntries={['/f?chat=1']}>
      <TooltipProvider>
        <Markdown text={text} />
      </TooltipProvider>
    </MemoryRouter>,
  ).container;

const splitBlocks = (text: string) => createBlockSplitter()(text);

describe('CH-10 markdown of answers', () => {
  it('CH-10 splits at blank lines, but not inside code and lists', () => {
    expect(splitBlocks('a\n\nb')).toEqual(['a', 'b']);
    expect(splitBlocks('```js\na\n\nb\n```\nc')).toEqual(['```js\na\n\nb\n```\n', 'c']);
    expect(splitBlocks('1. a\n\n   more\n\n2. b\n\nend')).toEqual(['1. a\n\n   more\n\n2. b', 'end']);
    expect(splitBlocks('[a][x]\n\n[x]: https://a.example')).toHaveLength(1);
  });

  it('CH-10 a growing text changes only its last block', () => {
    const text = 'one\n\n- a\n- b\n\n  c\n\n```\ncode\n\nmore\n```\n\n| a |\n|---|\n| 1 |\n\nTitle\n---\n\nlast words';
    const splitGrowing = createBlockSplitter();
    let before: string[] = [];
    for (let end = 1; end <= text.length; end++) {
      const blocks = splitGrowing(text.slice(0, end));
      expect(blocks).toEqual(splitBlocks(text.slice(0, end)));
      expect(blocks.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1));
      before = blocks;
    }
    expect(before).toHaveLength(6);
    expect(splitGrowing('other text')).toEqual(['other text']);
  });

  it('CH-10 links lead to files, pages of the app and the web, and nowhere else', () => {
    expect(targetOf('Notes/a%20b.md')).toEqual({ kind: 'file', location: { root: 'w', path: ['Notes', 'a b.md'] } });
    expect(targetOf('~/sites/x/index.ts')).toEqual({ kind: 'file', location: { root: 's', path: ['x', 'index.ts'] } });
    expect(targetOf('/settings#your-ai')).toEqual({ kind: 'app', to: '/settings#your-ai' });
    for (const href of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/etc/passwd',
      '../../x',
      'vbscript:x',
      '/logout',
      '/api/auth/sign-out',
    ])
      expect(targetOf(href)).toEqual({ kind: 'none' });
  });

  it('S6 fetches nothing from other hosts and runs nothing', () => {
    const page = show(
      '![t](https://evil.example/x.png) ![u](//evil.example/y) <img src="https://evil.example/z"> <script>x()</script> [j](javascript:x)\n\n![mine](pics/a.png)',
    );
    expect([...page.querySelectorAll('img')].map((img) => img.getAttribute('src'))).toEqual(['/api/file/pics/a.png']);
    expect(page.querySelector('script')).toBeNull();
    expect([...page.querySelectorAll('a')].map((a) => a.getAttribute('href'))).toEqual(['https://evil.example/x.png']);
  });

  it('CH-10 shows code with its language', () => {
    show('```python\nprint(1)\n```');
    expect(screen.getByLabelText('Code, python').textContent).toBe('print(1)');
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeTruthy();
  });
});
