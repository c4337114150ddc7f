import { byAssistant } from '@zo/computer-client';
import { z } from 'zod';
import { isRecording } from '../../media/recording.js';
import { transcribe, type Transcribed } from '../../media/transcribe.js';
import type { ToolResult } from '../../shapes/tool-result.js';
import { connectedMedia } from './connected-media.js';
import { extensionOf } from '../files/media.js';
import { displayPath, parseFilePath } from '../files/paths.js';
import { defineTool, text, type ToolContext } from '../tool.js';
import { ToolError } from '../tool-errors.js';

const MAX_CHARACTERS = 100_000;
const path = z.string().min(1).max(4_096);

export const transcribeAudio = defineTool({
  name: 'transcribe_audio',
  about: 'Writes down what is said in a recording, with the times. It costs money.',
  description:
    'Writes down what is said in an audio file. Answers lines with their times, and saves them in a file beside it. ' +
    'It costs money.',
  class: 'transcribe',
  needs: 'computer',
  requires: 'transcription',
  parallel: false,
  input: z.strictObject({ audio_file_path: path }),
  execute: ({ audio_file_path }, context) => transcribed(audio_file_path, 'audio', context),
});

export const transcribeVideo = defineTool({
  name: 'transcribe_video',
  about: 'Writes down what is said in a video, with the times. It costs money.',
  description:
    'Writes down what is said in a video. Answers lines with their times, and saves them in a file beside it. It ' +
    'costs money.',
  class: 'transcribe',
  needs: 'computer',
  requires: 'transcription',
  parallel: false,
  input: z.strictObject({ video_file_path: path }),
  execute: ({ video_file_path }, context) => transcribed(video_file_path, 'video', context),
});

async function transcribed(written: string, kind: 'audio' | 'video', context: ToolContext): Promise<ToolResult> {
  const speech = connectedMedia(context, 'speech');
  const location = parseFilePath(written);
  if (!isRecording(extensionOf(location), kind))
    throw new ToolError(`${displayPath(location)} is no ${kind} file that can be transcribed.`, 'not_a_recording');
  const { computer, conversationId, signal, meter } = context;
  const source = { computer, location, cause: byAssistant(conversationId) };
  const done = await transcribe(source, { speech, meter, signal });
  context.hasWritten(done.location, done.hash);
  return text(described(done));
}

function described({ location, lines, language, seconds }: Transcribed): string {
  const about = [seconds === undefined ? '' : timestamp(seconds), language ?? ''].filter(Boolean).join(', ');
  const head = `Saved ${displayPath(location)}${about && ` (${about})`}.`;
  const body = lines.map(({ start, speaker, text: said }) =>
    [`[${timestamp(start)}]`, speaker && `${speaker}:`, said].filter(Boolean).join(' '),
  );
  const all = body.join('\n');
  const left = all.length - MAX_CHARACTERS;
  return [head, all.slice(0, MAX_CHARACTERS), ...(left > 0 ? [`(${left} characters are only in the file)`] : [])].join(
    '\n',
  );
}

/** 75 → '1:15', 3675 → '1:01:15'. */
function timestamp(seconds: number): string {
  const whole = Math.floor(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
