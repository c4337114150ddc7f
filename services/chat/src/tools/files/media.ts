/** Kinds of files whose bytes are no text, by their names. */
import type { Location } from '@zo/proto/location';

const MEDIA: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  zip: 'application/zip',
};

export const extensionOf = ({ path }: Location): string => path.at(-1)?.split('.').at(-1)?.toLowerCase() ?? '';

/** The media type of pictures, sound, films and archives; undefined for everything else. */
export const mediaTypeOf = (extension: string): string | undefined =>
  Object.hasOwn(MEDIA, extension) ? MEDIA[extension] : undefined;

/** Whether read_file reads it by pages. */
export const isPaged = (extension: string): extension is 'pdf' | 'epub' => extension === 'pdf' || extension === 'epub';
