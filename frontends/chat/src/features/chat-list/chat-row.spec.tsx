import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { TooltipProvider } from '@zo/web/ui';
import type { ListedConversation } from '../../api/types';
import { ChatRow } from './chat-row';

afterEach(cleanup);

const CHAT: ListedConversation = {
  id: 'c',
  user_id: 'u',
  created_at: new Date(0).toISOString(),
  updated_at: new Date(0).toISOString(),
  title: 'Offsite in March',
  running: true,
  waiting: false,
  pinned: false,
  folder: null,
};

function show(waiting: boolean) {
  const none = () => undefined;
  return render(
    <MemoryRouter>
      <TooltipProvider>
        <ul>
          <ChatRow
            chat={{ ...CHAT, waiting }}
            to="/f?chat=c"
            active={false}
            unread={false}
            folders={[]}
            onName={none}
            onPlace={none}
            onDelete={none}
          />
        </ul>
      </TooltipProvider>
    </MemoryRouter>,
  ).container;
}

it('CH-13 a chat that waits for its user has a dot, and no sign of work', () => {
  const row = show(true);
  screen.getByRole('img', { name: 'Waits for you' });
  expect(row.querySelector('.animate-spin')).toBeNull();
});

it('CH-13 a chat that is being answered has the sign of work, and no dot', () => {
  const row = show(false);
  expect(screen.queryByRole('img', { name: 'Waits for you' })).toBeNull();
  expect(row.querySelector('.animate-spin')).not.toBeNull();
});
