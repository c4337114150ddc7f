import { expect, it } from '@jest/globals';
import { routineOf, withDescription, withId } from '@zo/proto/routine';
import { mergeText } from './merge';
import { mergeRoutine } from './merge-routine';

const ID = 'r0123456789ab';

it.each(['Ask.\n', '---\nbudget: 1\n---\n\nAsk.\n', '---\r\nbudget: 1\r\n---\r\nAsk.\r\n', ''])(
  'ED-11 the id that a routine is given goes into settings that are edited at that moment: %j',
  (base) => {
    const mine = withDescription(base, 'Mine');
    const merged = mergeRoutine({ base, mine, theirs: withId(base, ID) });
    expect(merged).toEqual({ clean: true, text: withId(mine, ID) });
    expect(routineOf(withId(mine, ID))).toMatchObject({ id: ID, description: 'Mine' });
  },
);

it('ED-11 anything else that both sides changed stays a conflict', () => {
  const base = 'Ask.\n';
  const input = { base, mine: withDescription(base, 'Mine'), theirs: withDescription(withId(base, ID), 'Theirs') };
  expect([mergeText(input), mergeRoutine(input)]).toEqual([{ clean: false }, { clean: false }]);
  const own = { base, mine: withId(base, 'mine'), theirs: withId(base, ID) };
  expect(mergeRoutine(own)).toEqual({ clean: false });
});
