import { useEffect, useRef, useState } from 'react';
import { bareExtension, extensionsOf } from '@zo/proto/file-kind';
import { nameOf } from '@zo/web/paths';
import { cn, loadable } from '@zo/web/ui';
import { Controls } from '../media/controls';
import { MEDIA } from '../media/messages';
import { SeekBar } from '../media/seek-bar';
import { TranscriptPanel } from '../media/transcript-panel';
import { Unplayable } from '../media/unplayable';
import { useCaptionsText, useTranscript } from '../media/use-beside';
import { useCaptions } from '../media/use-captions';
import { usePlayer } from '../media/use-player';
import { PLAYER_FOCUS, usePlayerKeys } from '../media/use-player-keys';
import type { ViewerProps } from '../viewer';
import { useFullScreen } from './use-full-screen';

const togglePictureInPicture = (video: HTMLVideoElement) =>
  // Refused before the picture is there.
  void (document.pictureInPictureElement ? document.exitPictureInPicture() : video.requestPictureInPicture()).catch(
    () => undefined,
  );

const AudioViewer = loadable(() => import('../audio/viewer').then((module) => module.default));

/** FV-03: whether only the file itself tells if it is a video or a recording. */
const isOfBothKinds = (name: string) => {
  const extension = bareExtension(name);
  return extensionsOf('audio').includes(extension) && extensionsOf('video').includes(extension);
};

/** FV-01: a video, or the recording that a file of this name may be as well. */
export default function VideoViewer(props: ViewerProps) {
  const [isRecording, setRecording] = useState(false);
  const becomeRecording = isOfBothKinds(nameOf(props.location)) ? () => setRecording(true) : undefined;
  return isRecording ? <AudioViewer {...props} /> : <Video {...props} onSoundOnly={becomeRecording} />;
}

interface VideoProps extends ViewerProps {
  /** Called when the file has no picture, instead of saying so. */
  readonly onSoundOnly: (() => void) | undefined;
}

/** The picture, the controls, captions and the transcript beside the file. */
function Video({ location, file, onSoundOnly }: VideoProps) {
  const pane = useRef<HTMLElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const { ref, player, retry } = usePlayer<HTMLVideoElement>(location, file);
  const { time, paused, isSoundOnly, failure } = player.state;
  useEffect(() => {
    if (isSoundOnly) onSoundOnly?.();
  }, [isSoundOnly]);
  const transcript = useTranscript(location);
  const captions = useCaptions(ref, useCaptionsText(location));
  const screen = useFullScreen(stage);
  const onCaptions = captions.shown === undefined ? undefined : captions.toggle;
  usePlayerKeys(pane, player, { onFullScreen: screen.toggle, onCaptions });
  const notice = isSoundOnly && !onSoundOnly ? MEDIA.soundOnly : captions.isDamaged ? MEDIA.captionsDamaged : undefined;
  return (
    <section ref={pane} aria-label={nameOf(location)} {...PLAYER_FOCUS} className="@container/pane h-full outline-none">
      {failure ? <Unplayable location={location} file={file} noun="video" failure={failure} onRetry={retry} /> : null}
      <div className={cn('flex h-full flex-col @4xl/pane:flex-row', failure && 'hidden')}>
        <div
          ref={stage}
          className={cn(
            '@container relative flex min-h-0 min-w-0 flex-1 flex-col bg-surface-1',
            transcript !== undefined && !screen.isFullScreen && '@max-4xl/pane:flex-none',
          )}
        >
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the captions beside the file are added as a track. */}
          <video
            playsInline
            preload="metadata"
            ref={ref}
            onClick={player.playback.toggle}
            className={cn(
              'min-h-0 w-full flex-1 bg-surface-2 object-contain',
              transcript !== undefined && !screen.isFullScreen && '@max-4xl/pane:max-h-[45cqh]',
            )}
          />
          <div
            className={cn(
              'shrink-0 bg-surface-1 px-4 pt-2 pb-2',
              screen.isFullScreen && 'absolute inset-x-0 bottom-0 transition-opacity focus-within:opacity-100',
              screen.isFullScreen && screen.isIdle && !paused && 'opacity-0',
            )}
          >
            {notice ? (
              <p role="status" className="pb-1 text-sm text-text-2">
                {notice}
              </p>
            ) : null}
            <SeekBar player={player} />
            <Controls
              player={player}
              video={{
                captions: captions.shown,
                onCaptions: captions.toggle,
                onPictureInPicture: document.pictureInPictureEnabled
                  ? () => togglePictureInPicture(ref.current!)
                  : undefined,
                isFullScreen: screen.isFullScreen,
                onFullScreen: screen.toggle,
              }}
            />
          </div>
        </div>
        {transcript === undefined ? null : (
          <div
            className={cn(
              'min-h-0',
              '@max-4xl/pane:flex-1 @4xl/pane:w-96 @4xl/pane:shrink-0 @4xl/pane:border-l @4xl/pane:border-line-1',
            )}
          >
            <TranscriptPanel lines={transcript.lines} time={time} onSeek={player.playback.seek} />
          </div>
        )}
      </div>
    </section>
  );
}
