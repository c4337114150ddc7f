import { describe, expect, it } from '@jest/globals';
import { readNotebook } from './notebook';

const notebook = (...cells: object[]) => JSON.stringify({ nbformat: 4, metadata: {}, cells });
const code = (...outputs: object[]) =>
  notebook({ cell_type: 'code', source: ['1', '+1'], execution_count: 3, outputs });
const outputsOf = (...outputs: object[]) => readNotebook(code(...outputs))!.cells[0]!.outputs;
const shown = (data: object) => outputsOf({ output_type: 'display_data', data })[0];

describe('a notebook', () => {
  it.each(['', '{', '[]', 'null', '{"cells":{}}', '\u0000'])('%j is none', (text) => {
    expect(readNotebook(text)).toBeUndefined();
  });

  it('FV-01 has cells with source, number and outputs', () => {
    const [cell] = readNotebook(
      code({ output_type: 'stream', name: 'stderr', text: ['a\n', '\u001b[31mb\u001b[0m'] }),
    )!.cells;
    expect(cell).toEqual({
      kind: 'code',
      source: '1+1',
      run: 3,
      outputs: [{ kind: 'text', text: 'a\nb', isError: true, isCut: false }],
    });
  });

  it('leaves out cells and outputs of unknown shapes', () => {
    const text = notebook(
      { cell_type: 'code', source: [1] },
      { cell_type: 'widget', source: '' },
      {
        cell_type: 'code',
        source: 'x',
        outputs: [null, 1, { output_type: 'update' }, { output_type: 'display_data' }],
      },
      { cell_type: 'markdown', source: '# y', outputs: 7 },
    );
    expect(readNotebook(text)!.cells.map(({ source, outputs }) => [source, outputs])).toEqual([
      ['x', []],
      ['# y', []],
    ]);
  });

  it('shows an image before text, and only as an image', () => {
    expect(shown({ 'image/png': 'iVBO\nRw==', 'text/plain': 'plot' })).toEqual({
      kind: 'image',
      address: 'data:image/png;base64,iVBORw==',
      alt: 'plot',
    });
    expect(shown({ 'image/png': '"><script>', 'text/plain': 'plot' })).toMatchObject({ kind: 'text', text: 'plot' });
    expect(shown({ 'image/svg+xml': '<svg onload="x()">\ud800</svg>' })).toMatchObject({
      address: expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/),
    });
  });

  it('shows HTML as tables or as text', () => {
    expect(shown({ 'text/html': '<table></table>', 'text/plain': 't' })).toMatchObject({ kind: 'html' });
    expect(shown({ 'text/html': '<script>x()</script>', 'text/plain': 't' })).toMatchObject({
      kind: 'text',
      text: 't',
    });
    expect(shown({ 'text/html': '<b>x</b>' })).toMatchObject({ kind: 'text', text: '<b>x</b>' });
  });

  it('cuts long outputs', () => {
    const [output] = outputsOf({ output_type: 'stream', text: 'x'.repeat(200_000) });
    expect(output).toMatchObject({ isCut: true, text: 'x'.repeat(100_000) });
  });
});
