import type { KeyboardEvent } from 'react';
import { expect, it } from '@jest/globals';
import { parseWorkbook } from '../model/workbook';
import { SheetSession } from '../session';
import { runEditKey, runKey } from './keys';

const EMPTY = '{"worksheets":[{"minDimensions":[8,20],"data":[]}]}';
const open = () => new SheetSession({ text: EMPTY, parsed: parseWorkbook(EMPTY) }, () => undefined);

const eventOf = (key: string, shiftKey = false) =>
  ({ key, shiftKey, ctrlKey: false, metaKey: false, altKey: false, nativeEvent: {} }) as KeyboardEvent;

const nothing = () => undefined;

/** Presses keys one after the other, as the grid passes them on. */
function press(session: SheetSession, ...keys: string[]): void {
  for (const key of keys) {
    if (session.editing && key.length === 1) session.edit({ ...session.editing, text: session.editing.text + key });
    else if (session.editing) runEditKey(session, eventOf(key), true);
    else runKey({ session, page: 10, onSave: nothing }, eventOf(key));
  }
}

it('SH-01 Enter after cells that Tab walked goes on below the first of them', () => {
  const session = open();
  session.select({ row: 1, column: 2 });
  press(session, 'a', 'Tab', 'b', 'Tab', 'Tab', 'c', 'Enter');
  expect(session.anchor).toEqual({ row: 2, column: 2 });
  press(session, 'd', 'Tab', 'e', 'Enter');
  expect(session.anchor).toEqual({ row: 3, column: 2 });
  expect([1, 2].map((row) => [2, 3, 4, 5].map((column) => session.valueAt(row, column) ?? ''))).toEqual([
    ['a', 'b', '', 'c'],
    ['d', 'e', '', ''],
  ]);
});

it('SH-01 Enter goes straight down where arrows or a press led', () => {
  const session = open();
  press(session, 'a', 'Tab', 'ArrowRight', 'b', 'Enter');
  expect(session.anchor).toEqual({ row: 1, column: 2 });
  press(session, 'c', 'Tab');
  session.select({ row: 5, column: 5 });
  press(session, 'd', 'Enter');
  expect(session.anchor).toEqual({ row: 6, column: 5 });
});
