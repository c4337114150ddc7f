import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { commit } from '../commands';
import { SheetSession } from '../session';
import { Grid } from './grid';

const [ROWS, COLUMNS] = [10_000, 50];
const TEXT = JSON.stringify({
  worksheets: [{ data: Array.from({ length: ROWS }, (_none, row) => Array.from({ length: COLUMNS }, () => row)) }],
});
const nothing = () => undefined;
const cells = (within = '') => document.querySelectorAll(`${within}[role=gridcell]`);

/** The session, and how many cells were drawn since the last question. */
class Counted extends SheetSession {
  #drawn = 0;

  override shownAt(row: number, column: number) {
    this.#drawn++;
    return super.shownAt(row, column);
  }

  drawnBy(work: () => void): number {
    this.#drawn = 0;
    act(work);
    return this.#drawn;
  }
}

function Sheet({ session }: { session: SheetSession }) {
  useSyncExternalStore(session.subscribe, session.getVersion);
  return <Grid session={session} name="Plan" rowHeight={28} onSave={nothing} />;
}

beforeAll(() => {
  // The simulated page has no layout.
  const size = (value: number) => ({ configurable: true, get: () => value });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', size(800));
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', size(1_200));
  Element.prototype.scrollTo = nothing;
  globalThis.ResizeObserver = class {
    observe = nothing;
    unobserve = nothing;
    disconnect = nothing;
  };
});

describe('a sheet of 10,000 rows draws', () => {
  let session: Counted;
  let inRow: number;
  beforeEach(() => {
    session = new Counted(TEXT, nothing);
    render(<Sheet session={session} />);
    inRow = cells('[aria-rowindex="2"] ').length;
  });
  const press = (key: string) =>
    session.drawnBy(() => void fireEvent.keyDown(document.querySelector('[role=grid]')!, { key }));

  it('few of its cells', () => {
    expect(inRow).toBeGreaterThan(8);
    expect(cells().length).toBeLessThan(1_000);
  });

  it('the two rows that an arrow leaves and enters', () => {
    expect(press('ArrowDown')).toBe(2 * inRow);
    expect(press('ArrowRight')).toBe(inRow);
  });

  it('one row for each sign that is typed, and for the value', () => {
    expect(press('7')).toBe(inRow);
    expect(session.drawnBy(() => session.edit({ text: '72', at: 'cell' }))).toBe(inRow);
    expect(session.drawnBy(() => commit(session))).toBe(inRow);
    expect(screen.getByText('72')).toBeTruthy();
  });

  it('the new rows alone while it scrolls', () => {
    const scroller = document.querySelector('[role=grid]')!.parentElement!;
    const before = cells().length;
    const drawn = session.drawnBy(() => {
      scroller.scrollTop = 28 * 12;
      fireEvent.scroll(scroller);
    });
    expect(drawn).toBeGreaterThan(0);
    expect(drawn).toBeLessThan(before / 3);
  });

  it('no other rows while a value above them is written', () => {
    const drawn = session.drawnBy(() => session.setCells([{ row: 3, column: 1, value: 'x' }]));
    expect(drawn).toBe(inRow);
  });
});
