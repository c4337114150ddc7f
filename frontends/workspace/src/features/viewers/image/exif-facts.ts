/** A line of the details of an image. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** What an image says about how it was taken: names and values that anybody may have written. */
export type ExifTags = Readonly<Record<string, unknown>>;

const MAX_LENGTH = 100;

/** The text of a tag, without what cannot be seen. */
function textOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value
    .slice(0, MAX_LENGTH * 2)
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
}

function numberOf(value: unknown, [from, to]: readonly [number, number]): number | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'number' && first >= from && first <= to ? first : undefined;
}

const rounded = (value: number, digits: number) => String(Number(value.toFixed(digits)));

function cameraOf({ Make, Model }: ExifTags): string {
  const [make, model] = [textOf(Make), textOf(Model)];
  // Many models begin with the name of their maker.
  const isNamed = make !== '' && model.toLowerCase().startsWith(make.split(' ')[0]!.toLowerCase());
  return isNamed ? model : `${make} ${model}`.trim();
}

function shutter(seconds: number): string {
  return seconds < 0.3 ? `1/${Math.round(1 / seconds)} s` : `${rounded(seconds, 1)} s`;
}

function exposureOf(tags: ExifTags): string {
  const time = numberOf(tags['ExposureTime'], [1e-6, 1e5]);
  const aperture = numberOf(tags['FNumber'], [0.1, 1_000]);
  const speed = numberOf(tags['ISO'] ?? tags['ISOSpeedRatings'], [1, 1e8]);
  const focal = numberOf(tags['FocalLength'], [0.1, 1e5]);
  return [
    time === undefined ? '' : shutter(time),
    aperture === undefined ? '' : `ƒ/${rounded(aperture, 1)}`,
    speed === undefined ? '' : `ISO ${Math.round(speed)}`,
    focal === undefined ? '' : `${rounded(focal, 1)} mm`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The clock of the camera, which knows no time zone. */
function takenOf(tags: ExifTags): string {
  const written = textOf(tags['DateTimeOriginal'] ?? tags['CreateDate']);
  const found = /^(\d{4})[:-](\d{2})[:-](\d{2})[ T](\d{2}):(\d{2}):(\d{2})/.exec(written);
  if (!found) return '';
  const [year, month, day, hour, minute, second] = found.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(year, month - 1, day, hour, minute, second);
  // A date that does not exist is none.
  if (date.getMonth() !== month - 1 || date.getDate() !== day) return '';
  return date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

function placeOf(tags: ExifTags): string {
  const latitude = numberOf(tags['latitude'], [-90, 90]);
  const longitude = numberOf(tags['longitude'], [-180, 180]);
  // Cameras without a signal write zeros.
  if (latitude === undefined || longitude === undefined || (latitude === 0 && longitude === 0)) return '';
  const angle = (value: number, [positive, negative]: readonly [string, string]) =>
    `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`;
  return `${angle(latitude, ['N', 'S'])}, ${angle(longitude, ['E', 'W'])}`;
}

/** FV-01: the lines of the details; none for an image that no camera wrote into. */
export function factsOf(tags: ExifTags): readonly Fact[] {
  const facts: readonly Fact[] = [
    { label: 'Camera', value: cameraOf(tags) },
    { label: 'Lens', value: textOf(tags['LensModel']) },
    { label: 'Exposure', value: exposureOf(tags) },
    { label: 'Taken', value: takenOf(tags) },
    { label: 'Place', value: placeOf(tags) },
  ];
  return facts.filter(({ value }) => value !== '');
}
