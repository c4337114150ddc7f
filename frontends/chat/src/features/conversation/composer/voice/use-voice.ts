import { useEffect, useRef, useState } from 'react';
import { mediaApi, useAppDispatch } from '@zo/web/store';
import { toast } from '@zo/web/ui';
import { VOICE } from './messages';
import { MAX_SECONDS, recognise, record, type Listening } from './recorder';

export type VoiceState = 'idle' | 'asking' | 'listening' | 'writing';

/** Listens to the user, and gives what was said to `onText`. The transcription model of the user is preferred. */
export function useVoice(onText: (text: string) => void) {
  const [state, setState] = useState<VoiceState>('idle');
  const listening = useRef<Listening>(undefined);
  const writing = useRef<AbortController>(undefined);
  const isGone = useRef(false);
  const dispatch = useAppDispatch();

  const cancel = () => {
    listening.current?.cancel();
    listening.current = undefined;
    writing.current?.abort();
    setState('idle');
  };
  const fail = (error: unknown) => {
    if (!isGone.current) toast.error((error as Error).message || VOICE.failed);
    cancel();
  };
  const begin = async () => {
    setState('asking');
    try {
      const asked = mediaApi.endpoints.mediaModels.initiate(undefined, { subscribe: false });
      const models = await dispatch(asked).unwrap();
      const begun = await (models.some(({ task }) => task === 'transcription') ? record() : recognise());
      if (isGone.current) return begun.cancel();
      listening.current = begun;
      setState('listening');
    } catch (error) {
      fail(error);
    }
  };
  const finish = async () => {
    const begun = listening.current;
    if (!begun) return;
    listening.current = undefined;
    const aborter = new AbortController();
    writing.current = aborter;
    setState('writing');
    try {
      const text = await begun.finish(aborter.signal);
      if (aborter.signal.aborted) return;
      if (text === '') toast(VOICE.nothing);
      else onText(text);
      setState('idle');
    } catch (error) {
      if (!aborter.signal.aborted) fail(error);
    }
  };

  useTimeLimit(state === 'listening', () => void finish());
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      listening.current?.cancel();
      writing.current?.abort();
    };
  }, []);
  return { state, begin, finish, cancel };
}

function useTimeLimit(isListening: boolean, end: () => void): void {
  const latest = useRef(end);
  useEffect(() => {
    latest.current = end;
  });
  useEffect(() => {
    if (!isListening) return;
    const timer = setTimeout(() => latest.current(), MAX_SECONDS * 1_000);
    return () => clearTimeout(timer);
  }, [isListening]);
}
