import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { OpenFile } from '@zo/web/store';
import type { Location } from '@zo/web/paths';
import { sourceOf } from '../source';
import { Playback, type PlayerState } from './playback';

export interface Player {
  playback: Playback;
  state: PlayerState;
}

/** FV-01: plays a file in the audio or video element of `ref`, which the caller keeps mounted. */
export function usePlayer<Element extends HTMLMediaElement>(location: Location, file: OpenFile) {
  const ref = useRef<Element>(null);
  const [playback] = useState(() => new Playback(location));
  const [attempt, setAttempt] = useState(0);
  const state = useSyncExternalStore(playback.subscribe, playback.state);
  const url = sourceOf(location, file);
  const size = file.fileSize;
  useEffect(() => playback.load(ref.current!, url, size), [playback, url, size, attempt]);
  return { ref, player: { playback, state }, retry: () => setAttempt((now) => now + 1) };
}
