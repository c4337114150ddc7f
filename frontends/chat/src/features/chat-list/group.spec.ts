import { describe, expect, it } from '@jest/globals';
import { groupByDay } from './group';

describe('chat list', () => {
  it('CH-13 chats are grouped by day', () => {
    const at = (iso: string) => ({ updated_at: new Date(iso).toISOString() });
    const now = new Date(2026, 4, 10, 12);
    const days = [new Date(2026, 4, 10, 1), new Date(2026, 4, 9, 23), new Date(2026, 4, 6), new Date(2025, 1, 1)].map(
      (date) => at(date.toISOString()),
    );
    expect(groupByDay(days, now).map(({ title, chats }) => [title, chats.length])).toEqual([
      ['Today', 1],
      ['Yesterday', 1],
      ['This week', 1],
      ['Earlier', 1],
    ]);
  });
});
