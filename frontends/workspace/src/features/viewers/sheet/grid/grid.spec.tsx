import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { TooltipProvider } from '@zo/web/ui';
import { commit } from '../commands';
import { parseWorkbook } from '../model/workbook';
import { SheetSession } from '../session';
import { SheetToolbar } from '../toolbar';
import { WorksheetTabs } from '../worksheet-tabs';
import { Grid } from './grid';

const [ROWS, COLUMNS] = [10_000, 50];
/** The width of a column that has none of its own. */
const COLUMN_PX = 108;
const TEXT = JSON.stringify({
  worksheets: [{ data: Array.from({ length: ROWS }, (_none, row) => Array.from({ length: COLUMNS }, () => row)) }],
});
const nothing = () => undefined;
const cells = (within = '') => document.querySelectorAll(`${within}[role=gridcell]`);

/** The session, and how many cells were drawn, or looked at for a change, since the last question. */
class Counted extends SheetSession {
  #drawn = 0;
  #looked = 0;

  override resultAt(row: number, column: number) {
    this.#looked++;
    return super.resultAt(row, column);
  }

  /** Whether `work` has no cell looked at. */
  isStillDuring(work: () => void): boolean {
    this.#looked = 0;
    act(work);
    return this.#looked === 0;
  }

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

/** How often the parts around the cells were drawn. */
let around = 0;

function Sheet({ session }: { session: SheetSession }) {
  return (
    <TooltipProvider>
      <Profiler id="around" onRender={() => around++}>
        <SheetToolbar session={session} />
        <WorksheetTabs session={session} />
      </Profiler>
      <Grid session={session} name="Plan" rowHeight={28} onSave={nothing} />
    </TooltipProvider>
  );
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

const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

describe('a sheet of 10,000 rows draws', () => {
  let session: Counted;
  let inRow: number;
  beforeEach(async () => {
    session = new Counted({ text: TEXT, parsed: parseWorkbook(TEXT) }, nothing);
    render(<Sheet session={session} />);
    await frame();
    inRow = cells('[aria-rowindex="2"] ').length;
  });
  const press = (key: string) =>
    session.drawnBy(() => void fireEvent.keyDown(document.querySelector('[role=grid]')!, { key }));

  it('few of its cells', () => {
    expect(inRow).toBeGreaterThan(8);
    expect(cells().length).toBeLessThan(1_000);
  });

  it('the two cells that an arrow leaves and enters', () => {
    expect(press('ArrowDown')).toBe(2);
    expect(press('ArrowRight')).toBe(2);
    expect(cells('[aria-selected=true]').length).toBe(1);
  });

  it('one cell for each sign that is typed, and for the value', () => {
    expect(press('7')).toBe(1);
    expect(session.drawnBy(() => session.edit({ text: '72', at: 'cell' }))).toBe(1);
    expect(session.drawnBy(() => commit(session))).toBe(1);
    expect(screen.getByText('72')).toBeTruthy();
  });

  it('nothing around the cells for keys that change nothing there', () => {
    press('ArrowDown');
    around = 0;
    for (const key of ['ArrowDown', 'ArrowRight', '7']) press(key);
    expect(around).toBe(0);
    session.drawnBy(() => commit(session));
    expect(around).toBe(1);
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveProperty('disabled', false);
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

  it('other values in the same rows when it jumps, and keeps the field that is written in', async () => {
    const rowOf = (cell: string) => document.querySelector(`[data-cell="${cell}"]`)?.closest('[role=row]');
    press('7');
    const field = document.querySelector('[data-cell="0,0"] textarea');
    const used = new Set(document.querySelectorAll('[role=row]'));
    const scroller = document.querySelector('[role=grid]')!.parentElement!;
    for (const row of [5_000, 9_000]) {
      session.drawnBy(() => {
        scroller.scrollTop = 28 * row;
        fireEvent.scroll(scroller);
      });
      expect(used.has(rowOf(`${row + 3},0`)!)).toBe(true);
      expect(document.querySelector(`[data-cell="${row + 3},0"]`)!.textContent).toBe(session.shownAt(row + 3, 0).text);
    }
    expect(field?.isConnected).toBe(true);
  });

  it('nothing at every second column while it scrolls sideways', () => {
    const scroller = document.querySelector('[role=grid]')!.parentElement!;
    const columns = 8;
    const before = cells().length;
    const steps = Array.from({ length: columns }, (_none, step) =>
      session.isStillDuring(() => {
        scroller.scrollLeft = COLUMN_PX * (step + 1);
        fireEvent.scroll(scroller);
      }),
    );
    expect(steps.filter((isStill) => isStill)).toHaveLength(columns / 2);
    // Two columns more are drawn at the left edge of the sheet than before.
    expect(cells().length / before).toBeLessThan(1.4);
  });

  it('what is seen before what is around it, when it jumps', async () => {
    const scroller = document.querySelector('[role=grid]')!.parentElement!;
    const jump = () => {
      scroller.scrollTop = 28 * 5_000;
      fireEvent.scroll(scroller);
    };
    const inWindow = Math.ceil(800 / 28);
    const atOnce = session.drawnBy(jump) / inRow;
    expect(atOnce).toBeGreaterThanOrEqual(inWindow);
    expect(atOnce).toBeLessThanOrEqual(inWindow + 6);
    for (const row of [5_000, 5_000 + inWindow]) expect(cells(`[aria-rowindex="${row + 2}"] `).length).toBe(inRow);
    await frame();
    expect(cells().length / inRow).toBeGreaterThan(inWindow + 10);
  });

  it('no other cell while a value is written', () => {
    const drawn = session.drawnBy(() => session.setCells([{ row: 3, column: 1, value: 'x' }]));
    expect(drawn).toBe(1);
  });
});
