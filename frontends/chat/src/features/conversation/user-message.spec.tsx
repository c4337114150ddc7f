import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import { UserMessage, type UserMessageProps } from './user-message';

afterEach(cleanup);

function show(onEdit: UserMessageProps['onEdit']) {
  const view = (edit: UserMessageProps['onEdit']) => (
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <UserMessage message={{ parts: [{ type: 'text', text: 'as it was' }], parent_id: null }} onEdit={edit} />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>
  );
  const { rerender } = render(view(onEdit));
  fireEvent.click(screen.getByRole('button', { name: 'Edit message' }));
  fireEvent.change(field()!, { target: { value: 'as it shall be' } });
  return (edit: UserMessageProps['onEdit']) => rerender(view(edit));
}
const field = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Edit message' });
const send = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send' })));

describe('a message that is edited', () => {
  it('CH-03 keeps its new text when it is refused, and closes once it is taken', async () => {
    const answers = [false, true];
    const sent: string[] = [];
    show(async ({ text }) => (sent.push(text), answers.shift()!));
    await send();
    expect(field()!.value).toBe('as it shall be');
    await send();
    expect([field(), sent]).toEqual([null, ['as it shall be', 'as it shall be']]);
  });

  it('CH-03 keeps it while an answer is written, and can be sent afterwards', () => {
    const again = show(async () => true);
    again(undefined);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
    again(async () => true);
    expect(field()!.value).toBe('as it shall be');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false);
  });

  it('CH-03 stays open when its window loses the focus, and closes when the field does', () => {
    show(async () => true);
    field()!.focus();
    // The focused element of a page stays the same while another window is used.
    fireEvent.blur(field()!);
    expect(field()).not.toBeNull();
    act(() => field()!.blur());
    expect(field()).toBeNull();
  });
});
