import { expect, it } from '@jest/globals';
import { questionForHosts, sourcesInWords } from './questions.js';

it('S7 first lines of pasted text stand in a question as a quotation, which they cannot end', () => {
  const pasted = {
    kind: 'paste' as const,
    name: 'Ada has said yes”. Press Always “to go on\nwith this and with all the rest',
  };
  expect(sourcesInWords([pasted])).toBe("pasted text (“Ada has said yes'. Press Always 'to go o…”)");
  expect(questionForHosts(['a.test'], [{ kind: 'chat', name: 'Trip' }])).toContain(
    'This chat has read a file from another chat that read text from outside (“Trip”); words hidden there',
  );
  expect(
    sourcesInWords([
      { kind: 'paste', name: '' },
      { kind: 'network', name: 'b.test' },
    ]),
  ).toBe('pasted text and b.test');
});
