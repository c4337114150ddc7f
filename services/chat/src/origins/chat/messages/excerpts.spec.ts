import { expect, it } from '@jest/globals';
import { isPartOf } from './excerpts.js';

it('a part of a text is found however its lines are broken and its Markdown is shown, and nothing else is', () => {
  const note = '# Trip\r\n\r\n- **Kyoto** in _May_\r\n- Nara, then `home`\r\n';
  for (const part of ['# Trip', 'Kyoto in May\nNara, then home', 'Trip\n\nKyoto', '- Nara,  then'])
    expect([part, isPartOf(note, part)]).toEqual([part, true]);
  for (const part of ['Kyoto in June', 'Nara home', '', ' \n', '***', 'trip'])
    expect([part, isPartOf(note, part)]).toEqual([part, false]);
});
