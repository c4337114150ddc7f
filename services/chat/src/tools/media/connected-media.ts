/** What the tools that make media share. */
import type { OpenMedia } from '../../media/media-models.service.js';
import type { CallContext } from '../tool.js';
import { ToolError } from '../tool-errors.js';

const NONE: Record<keyof OpenMedia, string> = {
  images: 'The person has connected no image model. Settings, Your AI has the place for it.',
  videos: 'The person has connected no video model. Settings, Your AI has the place for it.',
  speech: 'The person has connected no transcription model. Settings, Your AI has the place for it.',
};

/** @throws ToolError; tools that require a model do not exist without one */
export function connectedMedia<K extends keyof OpenMedia>({ media }: CallContext, kind: K): NonNullable<OpenMedia[K]> {
  const found = media[kind];
  if (!found) throw new ToolError(NONE[kind], 'none');
  return found as NonNullable<OpenMedia[K]>;
}
