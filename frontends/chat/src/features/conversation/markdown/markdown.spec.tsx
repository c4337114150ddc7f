import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { targetOf } from '@zo/web/paths';
import { MemoryRouter } from '@zo/web/router';
import { Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import type { ToolPart } from '../../../api/types';
import { CallsContext } from './answer-context';
import { Markdown } from './markdown';

// KaTeX refuses pages without a doctype, and the test page has none.
Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' });
afterEach(cleanup);
const view = (text: string, isGrowing = false, calls: readonly ToolPart[] = []) => (
  <Provider store={store}>
    <MemoryRouter initialEntries={['/f?chat=1']}>
      <TooltipProvider>
        <CallsContext value={calls}>
          <Markdown text={text} isGrowing={isGrowing} />
        </CallsContext>
      </TooltipProvider>
    </MemoryRouter>
  </Provider>
);
const show = (text: string) => render(view(text)).container;
/** The sources of the formulas, as KaTeX keeps them for screen readers. */
const formulas = (page: Element) => [...page.querySelectorAll('annotation')].map(({ textContent }) => textContent);

describe('CH-10 markdown of answers', () => {
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
      '![t](https://evil.example/x.png) ![u](//evil.example/y) <img src="https://evil.example/z"> ' +
        '<script>x()</script> [j](javascript:x)\n\n![mine](pics/a.png)',
    );
    expect([...page.querySelectorAll('img')].map((img) => img.getAttribute('src'))).toEqual(['/api/file/pics/a.png']);
    expect(page.querySelector('script')).toBeNull();
    expect([...page.querySelectorAll('a')].map((a) => a.getAttribute('href'))).toEqual(['https://evil.example/x.png']);
  });

  it('shows a long text whole although each frame reads a part of it, and as it changes meanwhile', async () => {
    const long = (end: string) => `${'A paragraph of an answer.\n\n'.repeat(4_000)}${end}`;
    const { rerender } = render(view(long('Before.')));
    expect(screen.queryByText('Before.')).toBeNull();
    rerender(view(long('The very end.')));
    expect(await screen.findByText('The very end.', {}, { timeout: 60_000 })).toBeTruthy();
    expect(screen.queryByText('Before.')).toBeNull();
    // A branch with another text.
    rerender(view('Short.'));
    expect(screen.getByText('Short.')).toBeTruthy();
    expect(screen.queryByText('The very end.')).toBeNull();
  });

  it('CH-10 shows code with its language', () => {
    show('```python\nprint(1)\n```');
    expect(screen.getByLabelText('Code, python').textContent).toBe('print(1)');
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeTruthy();
  });

  it('CH-10 sets formulas, whose TeX Markdown leaves alone', async () => {
    const page = show(
      'So \\(a_1 * b_2 * c \\{x\\} \\\\ y\\) and $$ z\n^2 $$.\n\n- item \\[ \\sqrt{x_1*y} \\]\n\n' +
        '$$\nx\n= y\n- 1\n$$\n\nIt costs $5 or $10, not \\( yet.',
    );
    await waitFor(() => expect(formulas(page)).toHaveLength(4));
    expect(formulas(page)).toEqual(['a_1 * b_2 * c \\{x\\} \\\\ y', ' z\n^2 ', ' \\sqrt{x_1*y} ', '\nx\n= y\n- 1\n']);
    expect(page.querySelector('em')).toBeNull();
    expect(page.textContent).toContain('It costs $5 or $10, not ( yet.');
  });

  it('draws a formula between single dollars, and leaves prices and variables as they are', async () => {
    const texts: [text: string, count: number][] = [
      ['The margin is $m = \\frac{s - c}{s}$, and $n$ grows.', 2],
      ['A set ($x_1*y*$) and **$2^n$** and $\\$5$.', 3],
      ['From $5 to $10, $5-$10, $5 million or 6$, US$5 or AU$6.', 0],
      ['`$a$` and $HOME/$USER, $PATH:$HOME, $ a $, $$ and $', 0],
      ['A $line\nbreak$ and $'.concat('x'.repeat(600), '$'), 0],
    ];
    for (const [text, count] of texts) {
      const page = show(text);
      expect(page.querySelectorAll('.chat-formula')).toHaveLength(count);
      await waitFor(() => expect(page.querySelectorAll('.katex')).toHaveLength(count));
      if (count === 0) expect(page.textContent).toBe(text.replaceAll('`', ''));
      cleanup();
    }
  });

  it('CH-10 a half-written formula shows its source, and so does one with an error', async () => {
    const { container, rerender } = render(view('Let \\(x_1 + y_', true));
    expect([container.textContent, container.querySelector('em')]).toEqual(['Let \\(x_1 + y_', null]);
    rerender(view('Let \\(x_1 + y_1\\) be', true));
    await waitFor(() => expect(formulas(container)).toEqual(['x_1 + y_1']));
    rerender(view('$$\n\\frac{', true));
    expect(container.textContent).toBe('$$\n\\frac{');
    rerender(view('$$\n\\frac{\n$$', true));
    await waitFor(() => expect(screen.getByTitle(/KaTeX parse error/).textContent).toBe('$$\n\\frac{\n$$'));
  });

  it('S5 a formula makes no links and loads nothing', async () => {
    const page = show('$$\\href{javascript:x()}{a} \\includegraphics{https://evil.example/x.png}$$\n\n$$y$$');
    await waitFor(() => expect(formulas(page)).toContain('y'));
    expect(page.querySelector('a, img')).toBeNull();
  });

  it('CH-12 a footnote is a badge that opens its text, or says that there is none', async () => {
    const page = show('Fair[^1], so[^2]; not `[^1]` or [^a-z].\n\n[^1]: Measured by **the maker**.');
    fireEvent.click(screen.getByRole('button', { name: 'Footnote 1' }));
    expect((await screen.findByRole('dialog', { name: 'Footnote 1' })).querySelector('strong')?.textContent).toBe(
      'the maker',
    );
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    fireEvent.click(screen.getByRole('button', { name: 'Footnote 2' }));
    expect((await screen.findByRole('dialog', { name: 'Footnote 2' })).textContent).toBe('No citation found.');
    expect(page.textContent).toContain('not [^1] or [^a-z].');
  });

  it('CH-12 a tool is a badge that opens the arguments it was used with', async () => {
    const call: ToolPart = {
      type: 'tool',
      call_id: '1',
      tool: 'read_file',
      args: { target_file: 'a.md' },
      state: 'done',
    };
    render(view('With `tool read_file` and `tool edit_file` in `file Notes/My plan.md`.', false, [call]));
    fireEvent.click(screen.getByRole('button', { name: 'read_file' }));
    expect((await screen.findByRole('dialog')).textContent).toContain('"target_file": "a.md"');
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    fireEvent.click(screen.getByRole('button', { name: 'edit_file' }));
    expect((await screen.findByRole('dialog', { name: 'Arguments of edit_file' })).textContent).toBe(
      'This answer did not use the tool.',
    );
    expect(screen.getByRole('link', { name: 'My plan.md' }).getAttribute('href')).toContain('/f/w/Notes/My%20plan.md');
  });

  it('a routine is a badge that opens its file', () => {
    render(view('Every day `zoroutine 0b1c "Plans/Morning news.zoroutine"` runs.'));
    expect(screen.getByRole('link', { name: 'Morning news.zoroutine' }).getAttribute('href')).toContain(
      '/f/w/Plans/Morning%20news.zoroutine',
    );
  });
});
