import { describe, expect, it } from '@jest/globals';
import { tablesOf } from './html-table';

describe('tables of an HTML output', () => {
  it('are the text of their cells', () => {
    const html = `<style>td{}</style><table border="1"><thead><tr><th></th><th>a &lt; b</th></tr></thead>
      <tbody><tr><th>0</th><td> x <script>run()</script><img src=x onerror="run()"></td></tr></tbody></table>`;
    expect(tablesOf(html)).toEqual([
      {
        isCut: false,
        rows: [
          { isHead: true, cells: ['', 'a < b'] },
          { isHead: false, cells: ['0', 'x'] },
        ],
      },
    ]);
  });

  it('are cut when they are long or wide', () => {
    const [long] = tablesOf(`<table>${'<tr><td>1</td></tr>'.repeat(501)}</table>`);
    expect([long!.rows.length, long!.isCut]).toEqual([500, true]);
    const [wide] = tablesOf(`<table><tr>${'<td>1</td>'.repeat(101)}</tr></table>`);
    expect([wide!.rows[0]!.cells.length, wide!.isCut]).toEqual([100, true]);
  });

  it('are found in linear time in tags that never end', () => {
    expect(tablesOf('<a '.repeat(200_000))).toEqual([]);
    expect(tablesOf(`<a "${'x'.repeat(500_000)}`)).toEqual([]);
  });
});
