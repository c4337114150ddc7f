import { useEffect, useMemo, useState, type RefObject } from 'react';
import { readCaptions } from './captions';

/** Captions of a video. `shown` is undefined when there are none. */
export function useCaptions(ref: RefObject<HTMLVideoElement | null>, text: string | undefined) {
  const captions = useMemo(() => (text === undefined ? undefined : readCaptions(text)), [text]);
  const [shown, setShown] = useState(false);
  const [track, setTrack] = useState<TextTrack>();
  useEffect(() => {
    if (!ref.current || !captions) return;
    // A track cannot be removed from an element, so one serves all.
    const opened = ref.current.textTracks[0] ?? ref.current.addTextTrack('captions', 'Captions');
    for (const { start, end, text: words } of captions) opened.addCue(new VTTCue(start, end, words));
    setTrack(opened);
    return () => {
      for (const cue of Array.from(opened.cues ?? [])) opened.removeCue(cue);
    };
  }, [ref, captions]);
  useEffect(() => {
    // Cues of a disabled track cannot be listed.
    if (track) track.mode = shown ? 'showing' : 'hidden';
  }, [track, shown]);
  return {
    shown: captions ? shown : undefined,
    isDamaged: text !== undefined && !captions,
    toggle: () => setShown(!shown),
  };
}
