import { LoaderCircle, Mic, Square, X } from 'lucide-react';
import { IconButton } from '@zo/web/ui';
import { VOICE } from './messages';
import { useVoice } from './use-voice';

/** Speech in place of typing: it is written into the field, and never sent by itself. */
export function VoiceButton({ onText }: { onText: (text: string) => void }) {
  const { state, begin, finish, cancel } = useVoice(onText);
  if (state === 'listening')
    return (
      <>
        <IconButton label={VOICE.stop} side="top" className="text-bad" onClick={() => void finish()}>
          <Square className="animate-pulse-soft fill-current" />
        </IconButton>
        <IconButton label={VOICE.cancel} side="top" onClick={cancel}>
          <X />
        </IconButton>
        <span role="status" className="truncate text-sm text-text-2 max-md:sr-only">
          {VOICE.listening}
        </span>
      </>
    );
  if (state === 'writing')
    return (
      <>
        <IconButton label={VOICE.stopWriting} side="top" onClick={cancel}>
          <LoaderCircle className="animate-spin" />
        </IconButton>
        <span role="status" className="truncate text-sm text-text-2 max-md:sr-only">
          {VOICE.writing}
        </span>
      </>
    );
  return (
    <IconButton label={VOICE.speak} side="top" disabled={state === 'asking'} onClick={() => void begin()}>
      <Mic />
    </IconButton>
  );
}
