import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import type { ToolPart } from '../../../api/types';
import { ClaimsContext } from './answer-context';
import { Markdown } from './markdown';

afterEach(cleanup);

const MARK = 'No step of this answer did this';
const show = (text: string, calls: readonly ToolPart[] | null = [], isGrowing = false) =>
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/f?chat=1']}>
        <TooltipProvider>
          <ClaimsContext value={calls}>
            <Markdown text={text} isGrowing={isGrowing} />
          </ClaimsContext>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  ).container;
const marks = () => screen.queryAllByRole('button', { name: MARK });
/** What stands before each mark in its block. */
const before = () =>
  marks().map((mark) => {
    const range = document.createRange();
    range.setStart(mark.closest('p, li, td')!, 0);
    range.setEndBefore(mark);
    return range.toString();
  });
const call = (tool: string, args: object): ToolPart => ({ type: 'tool', call_id: 'c', tool, args, state: 'done' });

describe('the mark of a claim', () => {
  it('stands behind its sentence and says what it means', () => {
    show('I looked. I **sent** the mail to `Jonas`. It is late.\n\n- I deleted [old.md](old.md).\n- Nothing was sent.');
    expect(before()).toEqual(['I looked. I sent the mail to Jonas.', 'I deleted old.md.']);
    fireEvent.click(marks()[0]!);
    expect(screen.getByRole('dialog').textContent).toContain('nothing it did here shows it');
  });

  it('stands behind a sentence that ends within an element, and changes no words', () => {
    const text = '**I sent it.** Then I deleted the *draft*. Done.';
    const page = show(text);
    expect(before()).toEqual([
      'I sent it.',
      'I sent it. Then I deleted the draft.',
      'I sent it. Then I deleted the draft. Done.',
    ]);
    expect(page.textContent).toBe('I sent it. Then I deleted the draft. Done.');
  });

  it.each([
    ['code', '```\nI sent it.\n```\n\n`I sent it.`'],
    ['quotes', '> I sent it.\n\nIt says “I sent it.”'],
    ['headings and tables', '# Sent\n\n| Sent |\n| --- |\n| Sent |'],
    ['what is offered', 'Shall I send it? I could delete it, too.'],
  ])('does not stand in %s', (_, text) => {
    show(text);
    expect(marks()).toEqual([]);
  });

  it('does not stand where a call did it, while the answer grows, or where nothing is compared', () => {
    show('I deleted it.', [call('run_bash_command', { cmd: 'rm a' })]);
    show('I deleted it.', null);
    show('I deleted it.', [], true);
    expect(marks()).toEqual([]);
    show('I deleted it.', [call('run_bash_command', { cmd: 'ls' })]);
    expect(marks()).toHaveLength(1);
  });

  it('stands where another file was written than the one that is linked', () => {
    const wrote = [call('create_or_rewrite_file', { target_file: 'a.md' })];
    show('I wrote [a.md](a.md).', wrote);
    expect(marks()).toEqual([]);
    show('I wrote [b.md](b.md). I also saved https://a.test to [the web](https://a.test).', wrote);
    expect(before()).toEqual(['I wrote b.md.']);
  });
});
