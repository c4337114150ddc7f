import { describe, expect, it } from '@jest/globals';
import { factsOf } from './exif-facts';

const PHOTO = {
  Make: 'FUJIFILM\0',
  Model: 'X-T5',
  LensModel: 'XF23mmF1.4 R LM WR',
  ExposureTime: 0.002,
  FNumber: 2.8,
  ISO: 160,
  FocalLength: 23,
  DateTimeOriginal: '2026:11:04 16:20:31',
  latitude: 35.01163,
  longitude: -135.76803,
};

describe('the details of an image', () => {
  it('FV-01 say which camera took it, how, when and where', () => {
    const facts = Object.fromEntries(factsOf(PHOTO).map(({ label, value }) => [label, value]));
    expect(facts).toEqual({
      Camera: 'FUJIFILM X-T5',
      Lens: 'XF23mmF1.4 R LM WR',
      Exposure: '1/500 s · ƒ/2.8 · ISO 160 · 23 mm',
      Taken: new Date(2026, 10, 4, 16, 20, 31).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
      Place: '35.01163° N, 135.76803° W',
    });
  });

  it('name the maker once', () => {
    expect(factsOf({ Make: 'Canon', Model: 'Canon EOS R5' })).toEqual([{ label: 'Camera', value: 'Canon EOS R5' }]);
    expect(factsOf({ Make: 'NIKON CORPORATION', Model: 'NIKON Z 8' })).toEqual([
      { label: 'Camera', value: 'NIKON Z 8' },
    ]);
  });

  it('are none for an image without any, and leave out what cannot be', () => {
    expect(factsOf({})).toEqual([]);
    expect(
      factsOf({
        Make: { toString: () => 'x' },
        Model: '\u202e \0',
        ExposureTime: Number.NaN,
        FNumber: -1,
        ISO: 'fast',
        DateTimeOriginal: '2026:02:30 00:00:00',
        latitude: 91,
        longitude: 10,
      }),
    ).toEqual([]);
    expect(factsOf({ latitude: 0, longitude: 0 })).toEqual([]);
    expect(factsOf({ Model: 'x'.repeat(1e6) })[0]!.value).toHaveLength(100);
  });
});
