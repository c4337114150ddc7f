/** What makes videos: an order, questions for its state, and the bytes. */
import { outboundFetch } from '@zo/outbound';
import { fileTypeFromBuffer } from 'file-type';
import type { DollarsEach, MediaConnection } from './connection.js';
import type { Image } from './images.js';
import { MediaError } from './media-error.js';
import { explainFailure, keyHeaders } from './request.js';

export const VIDEO_SECONDS = [4, 8, 12] as const;
export const VIDEO_ORIENTATIONS = ['landscape', 'portrait'] as const;
const MAX_VIDEO_BYTES = 64 * 1024 * 1024;
const EXTENSIONS: ReadonlySet<string> = new Set(['mp4', 'webm', 'mov', 'm4v']);
/** The provider says that there will be no video. */
export const NOT_MADE = 'not_made';
const CANCEL_TIMEOUT_MS = 10_000;

export interface VideoRequest {
  readonly prompt: string;
  readonly seconds: number;
  readonly orientation: (typeof VIDEO_ORIENTATIONS)[number];
  /** What it begins with. */
  readonly image: Image | undefined;
}

export interface VideoState {
  readonly isDone: boolean;
  /** In percent; undefined: the provider does not say. */
  readonly progress?: number;
}

export interface Video {
  readonly bytes: Uint8Array;
  readonly extension: string;
  readonly mediaType: string;
}

export interface VideoPort {
  readonly model: string;
  readonly price: DollarsEach;
  /** The lengths that it makes. */
  readonly seconds: readonly number[];
  /** @returns the id of the order @throws MediaError */
  order(request: VideoRequest, signal: AbortSignal): Promise<string>;
  /** @throws MediaError if the video was not made */
  state(id: string, signal: AbortSignal): Promise<VideoState>;
  /** @throws MediaError */
  content(id: string, signal: AbortSignal): Promise<Video>;
  /** Best effort: a provider may not take orders back. */
  cancel(id: string): Promise<void>;
  /** Asks for nothing that costs money. @throws MediaError */
  test(signal: AbortSignal): Promise<void>;
}

/** Fetches a video that was made. The key goes to the address of the connection only. @throws MediaError */
export async function download(connection: MediaConnection, address: URL, signal: AbortSignal): Promise<Video> {
  const { model, allowPrivate, baseUrl } = connection;
  try {
    const headers = address.origin === new URL(baseUrl).origin ? keyHeaders(connection) : {};
    const answer = await outboundFetch(address, { headers, signal }, { allowPrivate, maxBytes: MAX_VIDEO_BYTES });
    if (!answer.ok) throw new MediaError(`${model} made a video that could not be fetched (${answer.status}).`);
    const bytes = await answer.bytes();
    const type = await fileTypeFromBuffer(bytes);
    if (!type || !EXTENSIONS.has(type.ext)) throw new MediaError(`What ${model} made is no MP4, WebM or MOV video.`);
    return { bytes, extension: type.ext, mediaType: type.mime };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof MediaError) throw error;
    throw new MediaError(explainFailure(error, model), undefined, { cause: error, isTemporary: true });
  }
}

/** Takes an order back, if the provider can do that. */
export async function takeBack(connection: MediaConnection, address: URL, method: 'DELETE' | 'POST'): Promise<void> {
  const init = { method, headers: keyHeaders(connection), signal: AbortSignal.timeout(CANCEL_TIMEOUT_MS) };
  const policy = { allowPrivate: connection.allowPrivate, maxBytes: 1024 * 1024 };
  const answer = await outboundFetch(address, init, policy).catch(() => undefined);
  await answer?.text().catch(() => undefined);
}
