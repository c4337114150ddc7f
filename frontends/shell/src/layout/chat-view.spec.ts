import { describe, expect, it } from '@jest/globals';
import { chatView, pageOf, type ChatViewInput } from './chat-view';

const at = (input: Partial<ChatViewInput>) =>
  chatView({ width: 1440, chat: null, requested: null, page: 'files', fileOpen: false, ...input });

describe('layout of the chat', () => {
  it('RT-02 below 768 px is always rail', () => {
    for (const requested of [null, 'rail', 'sidebar', 'full'])
      for (const chat of [null, 'new', 'x'])
        for (const fileOpen of [true, false]) {
          expect(at({ width: 767, requested, chat, fileOpen })).toBe('rail');
        }
    expect(at({ width: 768, chat: 'x' })).toBe('full');
  });

  it.each(['settings', 'schedule'] as const)(
    'RT-02 on the %s page, full becomes sidebar and the default is rail',
    (page) => {
      expect(at({ page, requested: 'full' })).toBe('sidebar');
      expect(at({ page, requested: 'sidebar' })).toBe('sidebar');
      expect(at({ page, requested: 'rail', chat: 'x' })).toBe('rail');
      expect(at({ page })).toBe('rail');
      expect(at({ page, chat: 'x' })).toBe('rail');
    },
  );

  it.each([
    ['x', true, 'sidebar'],
    ['x', false, 'full'],
    ['new', true, 'sidebar'],
    ['new', false, 'full'],
    [null, true, 'rail'],
    [null, false, 'full'],
  ] as const)('RT-02 chat %p with a file open %p defaults to %s', (chat, fileOpen, view) => {
    expect(at({ chat, fileOpen })).toBe(view);
    expect(at({ chat, fileOpen, requested: 'wide' })).toBe(view);
  });

  it('RT-02 a requested view wins over the default', () => {
    for (const requested of ['rail', 'sidebar', 'full'] as const)
      for (const chat of [null, 'x'])
        for (const fileOpen of [true, false]) {
          expect(at({ requested, chat, fileOpen })).toBe(requested);
        }
  });

  it('RT-01 only file routes and the settings pages are workspace routes', () => {
    expect(
      ['/f', '/f/w/a', '/settings', '/settings/browser', '/schedule', '/system', '/files', '/settingsx'].map(pageOf),
    ).toEqual(['files', 'files', 'settings', 'settings', 'schedule', 'other', 'other', 'other']);
  });
});
