import {
  Captions,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { cn, IconButton } from '@zo/web/ui';
import { timestamp } from '@zo/web/format';
import { SPEEDS } from './kept-state';
import { MEDIA } from './messages';
import { Slider } from './slider';
import type { Player } from './use-player';

export const SKIP_S = 10;

/** What a video has besides the controls of an audio file. */
export interface VideoControls {
  /** Undefined when it has no captions. */
  captions: boolean | undefined;
  onCaptions: () => void;
  /** Undefined when the browser cannot do it. */
  onPictureInPicture: (() => void) | undefined;
  isFullScreen: boolean;
  onFullScreen: () => void;
}

function PlayButton({ player: { state, playback } }: { player: Player }) {
  return (
    <IconButton
      label={state.paused ? 'Play' : 'Pause'}
      keys="Space"
      side="top"
      onClick={playback.toggle}
      className={cn(
        'mx-1 size-9! rounded-full! pointer-coarse:size-11! [&_svg]:fill-current',
        // Only the player that plays has the accent.
        state.paused
          ? 'bg-surface-3 text-text-1 hover:bg-surface-4'
          : 'bg-accent text-on-accent hover:bg-accent-hover hover:text-on-accent',
      )}
    >
      {state.paused ? <Play /> : <Pause />}
    </IconButton>
  );
}

function Speed({ player: { state, playback } }: { player: Player }) {
  return (
    <select
      aria-label={MEDIA.speed}
      aria-keyshortcuts="< >"
      title={MEDIA.speedKeys}
      value={state.speed}
      onChange={({ target }) => playback.setSpeed(Number(target.value))}
      className={cn(
        'h-7 rounded-md bg-surface-1 px-1 text-sm text-text-2 tabular-nums',
        'hover:bg-surface-3 hover:text-text-1 pointer-coarse:h-11',
      )}
    >
      {SPEEDS.map((speed) => (
        <option key={speed} value={speed}>
          {speed}×
        </option>
      ))}
    </select>
  );
}

function VideoButtons({ captions, onCaptions, onPictureInPicture, isFullScreen, onFullScreen }: VideoControls) {
  return (
    <>
      {captions === undefined ? null : (
        <IconButton label="Captions" keys="C" side="top" active={captions} onClick={onCaptions}>
          <Captions />
        </IconButton>
      )}
      {onPictureInPicture ? (
        <IconButton label="Picture in picture" side="top" onClick={onPictureInPicture} className="@max-sm:hidden">
          <PictureInPicture2 />
        </IconButton>
      ) : null}
      <IconButton label={isFullScreen ? 'Leave full screen' : 'Full screen'} keys="F" side="top" onClick={onFullScreen}>
        {isFullScreen ? <Minimize /> : <Maximize />}
      </IconButton>
    </>
  );
}

/** FV-01: the control row of audio and video. */
export function Controls({ player, video }: { player: Player; video?: VideoControls }) {
  const { state, playback } = player;
  const { seekBy, setVolume, toggleMute } = playback;
  const isSilent = state.muted || state.volume === 0;
  return (
    <div role="toolbar" aria-label="Player" className="flex flex-wrap items-center gap-0.5">
      <IconButton label="Back 10 seconds" keys="J" side="top" onClick={() => seekBy(-SKIP_S)}>
        <RotateCcw />
      </IconButton>
      <PlayButton player={player} />
      <IconButton label="Forward 10 seconds" keys="L" side="top" onClick={() => seekBy(SKIP_S)}>
        <RotateCw />
      </IconButton>
      <span role="timer" aria-label="Time" className="ml-2 text-sm whitespace-nowrap text-text-2 tabular-nums">
        <b className="font-semibold text-text-1">{timestamp(state.time)}</b>
        {state.duration === undefined ? null : ` / ${timestamp(state.duration)}`}
      </span>
      {/* A row of its own on a phone, where all buttons do not fit beside each other. */}
      <span className="ml-auto flex items-center gap-0.5">
        <Speed player={player} />
        <IconButton label={isSilent ? 'Unmute' : 'Mute'} keys="M" side="top" onClick={toggleMute}>
          {isSilent ? <VolumeX /> : <Volume2 />}
        </IconButton>
        <Slider
          label={MEDIA.volume}
          value={isSilent ? 0 : state.volume}
          max={1}
          step={0.05}
          valueText={`${Math.round((isSilent ? 0 : state.volume) * 100)} %`}
          onChange={setVolume}
          className="mr-2 w-16 shrink-0 @max-md:hidden"
        />
        {video ? <VideoButtons {...video} /> : null}
      </span>
    </div>
  );
}
