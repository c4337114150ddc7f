import { describe, expect, it } from '@jest/globals';
import { Engine, type Change } from './engine';
import { CASES, TABLE } from './formulas';

const forever = () => false;
const byName = (changes: readonly Change[]) =>
  Object.fromEntries(changes.map(([sheet, row, column, value]) => [`${sheet}.${row}.${column}`, value]));
const failed = (error: string) => ({ error });

describe('formulas', () => {
  it.each(CASES)('%s is %j', (formula, expected) => {
    const rows = [...TABLE.map((row) => [...row]), [formula]];
    const engine = new Engine([
      { name: 'Main', rows },
      {
        name: 'Two',
        rows: [
          [10, 20],
          [30, 'x'],
        ],
      },
      { name: 'My sheet', rows: [[7]] },
    ]);
    const value = byName(engine.run(forever))[`0.${TABLE.length}.0`];
    const shown = typeof value === 'object' ? value.error : value;
    if (typeof expected === 'number') expect(shown).toBeCloseTo(expected, 6);
    else expect(shown).toBe(expected);
  });

  it('an edit calculates what depends on it, and nothing else', () => {
    const engine = new Engine([
      {
        name: 'A',
        rows: [
          [1, '=A1+1', '=B1*2'],
          [5, '=A2+1', '=SUM(A1:A2)'],
        ],
      },
    ]);
    expect(byName(engine.run(forever))).toEqual({ '0.0.1': 2, '0.0.2': 4, '0.1.1': 6, '0.1.2': 6 });
    engine.edit([{ sheet: 0, row: 0, column: 0, value: 10 }]);
    expect(byName(engine.run(forever))).toEqual({ '0.0.1': 11, '0.0.2': 22, '0.1.2': 15 });
    engine.edit([{ sheet: 0, row: 1, column: 1, value: '=C1' }]);
    expect(byName(engine.run(forever))).toEqual({ '0.1.1': 22 });
    engine.edit([{ sheet: 0, row: 0, column: 1, value: 3 }]);
    expect(byName(engine.run(forever))).toEqual({ '0.0.2': 6, '0.1.1': 6 });
  });

  it('a cycle and what reads it show an error until it is broken', () => {
    const engine = new Engine([{ name: 'A', rows: [['=B1', '=C1+1', '=A1'], ['=A2'], ['=SUM(A3:A4)', '=A1+1', 4]] }]);
    const cycle = failed('#CYCLE!');
    expect(byName(engine.run(forever))).toEqual({
      '0.0.0': cycle,
      '0.0.1': cycle,
      '0.0.2': cycle,
      '0.1.0': cycle,
      '0.2.0': cycle,
      '0.2.1': cycle,
    });
    engine.edit([{ sheet: 0, row: 0, column: 2, value: 1 }]);
    expect(byName(engine.run(forever))).toMatchObject({ '0.0.0': 2, '0.0.1': 2, '0.2.1': 3 });
  });

  it('follows a chain of 20,000 cells', () => {
    const rows = Array.from({ length: 20_000 }, (_none, row) => [row === 0 ? 1 : `=A${row}+1`]);
    const engine = new Engine([{ name: 'A', rows }]);
    expect(byName(engine.run(forever))['0.19999.0']).toBe(20_000);
    engine.edit([{ sheet: 0, row: 0, column: 0, value: 101 }]);
    expect(byName(engine.run(forever))['0.19999.0']).toBe(20_100);
  });

  it('goes on where its time was over', () => {
    const engine = new Engine([{ name: 'A', rows: [[1, '=A1', '=B1', '=C1']] }]);
    const steps: number[] = [];
    while (!engine.isDone) steps.push(engine.run(() => true).length);
    expect(steps).toEqual([1, 1, 1]);
  });

  it('hostile formulas end with an error', () => {
    const nested = `=${'('.repeat(4_000)}1${')'.repeat(4_000)}`;
    const rows = [
      ['=SUM(A:XFD)', '=REPT("x",1000000000)', nested, `=${'1+'.repeat(5_000)}1`, '=MUNIT(100000)'],
      ['=COUNTIF(B2,"*a*a*a*a*a*a*a*a*b")', 'a'.repeat(5_000), '=WEBSERVICE("http://127.0.0.1/")', '=A1048576'],
    ];
    const results = byName(new Engine([{ name: 'A', rows }]).run(forever));
    expect(results['0.0.0']).toEqual(failed('#CYCLE!'));
    expect(results['0.0.1']).toEqual(failed('#VALUE!'));
    expect(results['0.0.3']).toEqual(failed('#LIMIT!'));
    expect(results['0.0.4']).toEqual(failed('#NUM!'));
    expect(results['0.1.0']).toBe(0);
    expect(results['0.1.2']).toEqual(failed('#NAME?'));
    expect(results['0.1.3']).toBe(0);
  });

  it('a sheet whose formulas read each other too often is refused as a whole', () => {
    const rows = Array.from({ length: 9_000 }, (_none, row) => [
      `=SUM(B1:B${row + 1})`,
      row === 0 ? '=C1' : `=B${row}`,
    ]);
    const results = new Engine([{ name: 'A', rows }]).run(forever);
    expect(new Set(results.map(([, , , value]) => JSON.stringify(value)))).toEqual(new Set(['{"error":"#LIMIT!"}']));
  });
});
