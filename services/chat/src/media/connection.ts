/** A connected model for media: what it does, and the address, key and name by which it is asked. */
export const MEDIA_TASKS = ['image', 'video', 'transcription'] as const;
export type MediaTask = (typeof MEDIA_TASKS)[number];

/** Of one image, one video, or one minute of sound. */
export type DollarsEach = number | null;

/** The key is in plain text here: never store, log or send on this object. */
export interface MediaConnection {
  readonly userId: string;
  /** Google's own is spoken for videos only. */
  readonly protocol: 'openai' | 'google';
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
  /** Null: not known, so that nothing is charged. */
  readonly price: DollarsEach;
  /** Whether private addresses are allowed; true only for the owner of the installation. */
  readonly allowPrivate: boolean;
}

export const endpoint = ({ baseUrl }: Pick<MediaConnection, 'baseUrl'>, path: string): URL =>
  new URL(`${baseUrl.replace(/[?#].*$/, '').replace(/\/+$/, '')}${path}`);
