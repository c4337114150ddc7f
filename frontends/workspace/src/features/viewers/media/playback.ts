import type { Location } from '@zo/web/paths';
import { SPEEDS, readKept, writeKept } from './kept-state';

const KEEP_EVERY_S = 5;
/** Recordings of browsers do not tell their duration; smaller ones are searched for their end. */
const MAX_MEASURED_BYTES = 64 * 1024 * 1024;
const BEYOND_ANY_END = 1e9;
const EVENTS = ['pause', 'ended', 'ratechange', 'volumechange', 'seeking', 'resize', 'error'] as const;

export type PlayFailure = 'unplayable' | 'interrupted';

export interface PlayerState {
  paused: boolean;
  /** Seconds. */
  time: number;
  /** Seconds; undefined until it is known. */
  duration: number | undefined;
  speed: number;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  /** The browser plays the sound of a video, but cannot show its picture. */
  isSoundOnly: boolean;
  failure: PlayFailure | undefined;
}

const isNamed = (value: number) => Number.isFinite(value);

function failureOf({ error }: HTMLMediaElement): PlayFailure | undefined {
  if (!error) return undefined;
  return error.code === MediaError.MEDIA_ERR_NETWORK ? 'interrupted' : 'unplayable';
}

/** Plays one file in an audio or video element. After a save of the file it goes on where the old one was played. */
export class Playback {
  /** Only one file plays at a time. */
  static #playing: Playback | undefined;
  /** The file that was opened or played last. */
  static #latest: Playback | undefined;

  readonly #location: Location;
  readonly #listeners = new Set<() => void>();
  #element: HTMLMediaElement | undefined;
  #time: number;
  #keptTime: number;
  #speed: number;
  #plays = false;
  /** False while the end of a file without a duration is searched. */
  #isMeasured = true;
  #state: PlayerState;

  constructor(location: Location) {
    const { time, speed } = readKept(location);
    this.#location = location;
    this.#time = time;
    this.#keptTime = time;
    this.#speed = speed;
    const unloaded = { paused: true, duration: undefined, volume: 1, muted: false, isSoundOnly: false };
    this.#state = { ...unloaded, time, speed, failure: undefined };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly state = (): PlayerState => this.#state;

  get isLatest(): boolean {
    return Playback.#latest === this;
  }

  /** Loads bytes into the element. Returns what takes them out again. */
  load(element: HTMLMediaElement, url: string, size: number): () => void {
    const stop = new AbortController();
    const on = (name: string, listener: () => void) =>
      element.addEventListener(name, listener, { signal: stop.signal });
    on('loadedmetadata', () => this.#onMetadata(size));
    on('durationchange', () => this.#onDuration());
    on('timeupdate', () => this.#onTime());
    on('play', () => this.#onPlay());
    for (const name of EVENTS) on(name, () => this.#changed());
    on('pause', () => this.#onPause());
    window.addEventListener('pagehide', () => this.#keep(), { signal: stop.signal });
    this.#element = element;
    Playback.#latest = this;
    element.src = url;
    return () => {
      stop.abort();
      if (this.#time > 0) this.#keep();
      // Ends the request of the element.
      element.removeAttribute('src');
      element.load();
    };
  }

  readonly toggle = (): void => (this.#element?.paused ? this.#play() : this.#element?.pause());

  readonly seek = (time: number): void => {
    if (!this.#element) return;
    const { duration } = this.#element;
    // Until the file is loaded the element would lose the time, so `#resume` sets it.
    if (this.#isLoading) {
      this.#time = Math.max(0, time);
      this.#changed();
    } else this.#element.currentTime = Math.max(0, isNamed(duration) ? Math.min(time, duration) : time);
  };

  get #now(): number {
    return this.#isLoading ? this.#time : this.#element!.currentTime;
  }

  get #isLoading(): boolean {
    return this.#element?.readyState === 0 || !this.#isMeasured;
  }

  /** From where the player is now, which what is shown may lag behind. */
  readonly seekBy = (seconds: number): void => {
    if (this.#element) this.seek(this.#now + seconds);
  };

  readonly setSpeed = (speed: number): void => {
    this.#speed = speed;
    this.#applySpeed();
    this.#keep();
  };

  /** To the next speed of `SPEEDS`, from the one that is set now. */
  readonly stepSpeed = (direction: 1 | -1): void => {
    const next = SPEEDS[SPEEDS.findIndex((speed) => speed === this.#speed) + direction];
    if (next) this.setSpeed(next);
  };

  readonly setVolume = (volume: number): void => {
    if (!this.#element) return;
    this.#element.volume = volume;
    this.#element.muted = volume === 0;
  };

  readonly toggleMute = (): void => {
    if (!this.#element) return;
    this.#element.muted = !this.#element.muted;
    if (!this.#element.muted && this.#element.volume === 0) this.#element.volume = 1;
  };

  /** A refusal is reported by the error event, or seen by the button, which stays at 'Play'. */
  #play(): void {
    this.#element?.play().catch(() => undefined);
  }

  #applySpeed(): void {
    if (!this.#element) return;
    this.#element.defaultPlaybackRate = this.#speed;
    this.#element.playbackRate = this.#speed;
  }

  #keep(): void {
    this.#keptTime = this.#time;
    writeKept(this.#location, { time: this.#time, speed: this.#speed });
  }

  #resume(): void {
    this.seek(this.#time);
    this.#applySpeed();
    if (this.#plays) this.#play();
  }

  #onMetadata(size: number): void {
    this.#isMeasured = this.#element!.duration !== Infinity || size > MAX_MEASURED_BYTES;
    if (this.#isMeasured) this.#resume();
    else this.#element!.currentTime = BEYOND_ANY_END;
    this.#changed();
  }

  #onDuration(): void {
    if (!this.#isMeasured && isNamed(this.#element!.duration)) {
      this.#isMeasured = true;
      this.#resume();
    }
    this.#changed();
  }

  #onTime(): void {
    // While it has no data, the time is not one that was played.
    if (this.#isLoading) return;
    this.#time = this.#element!.ended ? 0 : this.#element!.currentTime;
    if (Math.abs(this.#time - this.#keptTime) >= KEEP_EVERY_S) this.#keep();
    this.#changed();
  }

  #onPlay(): void {
    const before = Playback.#playing;
    if (before && before !== this) before.#element?.pause();
    Playback.#playing = this;
    Playback.#latest = this;
    this.#plays = true;
    this.#changed();
  }

  #onPause(): void {
    this.#plays = false;
    this.#keep();
  }

  #changed(): void {
    const element = this.#element!;
    this.#state = {
      paused: element.paused,
      time: this.#now,
      duration: isNamed(element.duration) ? element.duration : undefined,
      speed: element.playbackRate,
      volume: element.volume,
      muted: element.muted,
      isSoundOnly: element instanceof HTMLVideoElement && element.readyState > 0 && element.videoWidth === 0,
      failure: failureOf(element),
    };
    for (const listener of this.#listeners) listener();
  }
}
