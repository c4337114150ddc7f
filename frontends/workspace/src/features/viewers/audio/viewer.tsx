import { useRef } from 'react';
import { nameOf } from '@zo/web/paths';
import { Controls } from '../media/controls';
import { SeekBar } from '../media/seek-bar';
import { TranscriptPanel } from '../media/transcript-panel';
import { Unplayable } from '../media/unplayable';
import { useSpoken } from '../media/use-beside';
import { usePlayer } from '../media/use-player';
import { PLAYER_FOCUS, usePlayerKeys } from '../media/use-player-keys';
import { sourceOf } from '../source';
import { useLoaded } from '../use-loaded';
import type { ViewerProps } from '../viewer';
import { hasPeaks, MAX_BYTES, peaksOf } from './peaks';
import { Waveform } from './waveform';

/** FV-01 audio: a waveform where it can be had, the controls, and the transcript or captions beside the file. */
export default function AudioViewer({ location, file }: ViewerProps) {
  const pane = useRef<HTMLElement>(null);
  const { ref, player, retry } = usePlayer<HTMLAudioElement>(location, file);
  const { time, duration, failure } = player.state;
  const transcript = useSpoken(location);
  usePlayerKeys(pane, player);
  return (
    <section ref={pane} aria-label={nameOf(location)} {...PLAYER_FOCUS} className="@container h-full outline-none">
      <audio preload="metadata" ref={ref} />
      {failure ? (
        <Unplayable location={location} file={file} noun="recording" failure={failure} onRetry={retry} />
      ) : (
        <div className="mx-auto flex h-full max-w-[56rem] flex-col">
          <div className="shrink-0 px-4 pt-6 pb-4">
            {hasPeaks(nameOf(location), file.fileSize) ? (
              <WaveformBar location={location} file={file} player={player} share={duration ? time / duration : 0} />
            ) : (
              <SeekBar player={player} className="mb-2" />
            )}
            <Controls player={player} />
          </div>
          {transcript === undefined ? null : (
            <div className="min-h-0 flex-1">
              <TranscriptPanel lines={transcript.lines} time={time} onSeek={player.playback.seek} />
            </div>
          )}
        </div>
      )}
    </section>
  );
}

type WaveformBarProps = Pick<ViewerProps, 'location' | 'file'> & {
  player: ReturnType<typeof usePlayer>['player'];
  share: number;
};

/** A plain bar until the peaks are there, and when there are none. */
function WaveformBar({ location, file, player, share }: WaveformBarProps) {
  const { result: peaks, problem } = useLoaded(sourceOf(location, file), MAX_BYTES, peaksOf);
  if (problem) return <SeekBar player={player} className="mb-2" />;
  return (
    <SeekBar player={player} className={peaks ? 'mb-3 h-24 pointer-coarse:h-24' : 'mt-9 mb-12'}>
      {peaks ? <Waveform peaks={peaks} share={share} /> : undefined}
    </SeekBar>
  );
}
