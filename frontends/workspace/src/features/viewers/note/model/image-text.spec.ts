import { describe, expect, it } from '@jest/globals';
import { readImageText, writeImageText } from './image-text';

describe('the text of an image', () => {
  it('is a caption with a width after a bar', () => {
    expect(readImageText('Harbour|300')).toEqual({ caption: 'Harbour', width: 300 });
    expect(readImageText('Harbour|300x200')).toEqual({ caption: 'Harbour', width: 300 });
    expect(readImageText('|300')).toEqual({ caption: '', width: 300 });
    expect(readImageText('Harbour')).toEqual({ caption: 'Harbour' });
    expect(readImageText('Yes | no')).toEqual({ caption: 'Yes | no' });
    expect(readImageText('Room \\|300')).toEqual({ caption: 'Room |300' });
  });

  it('keeps the width within its bounds', () => {
    expect(readImageText('a|0').width).toBe(50);
    expect(readImageText('a|99999').width).toBe(1200);
    expect(writeImageText({ caption: 'a', width: 7.5 })).toBe('a|50');
  });

  it.each(['', 'Plain', 'a [b] c', 'back\\slash', 'tick `code` <b>', 'Room |300', '|', '\\'])(
    'reads %j as it was written',
    (caption) => {
      expect(readImageText(writeImageText({ caption }))).toEqual({ caption });
      expect(readImageText(writeImageText({ caption, width: 400 }))).toEqual({ caption, width: 400 });
    },
  );
});
