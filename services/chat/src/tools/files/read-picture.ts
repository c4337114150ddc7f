/** What read_file answers of pictures: to models that take them the picture itself, to others what it is. */
import { toAgentPath } from '@zo/computer-client';
import { Kind } from '@zo/proto/agent/v1';
import { addressOf, type Location } from '@zo/proto/location';
import type { ToolResult } from '../../shapes/tool-result.js';
import { displayPath } from './paths.js';
import { isPicture, PictureBox, type Room } from './pictures.js';
import type { ToolContext } from '../tool.js';
import { ToolError } from '../tool-errors.js';

const FULL = 'This answer has been shown as many pictures as fit, so it is not shown.';
const BLIND = 'This model takes no pictures, so it is not shown; commands can work with the file.';
const UNDRAWN = 'It cannot be drawn, or is too large, so it is not shown; commands can work with the file.';

export const hasRoom = ({ pictures, bytes }: Room): boolean => pictures > 0 && bytes > 0;

/** Collects the pictures of a call within the room that its answer has left. */
export const boxFor = ({ computer, conversationId, programs, willRun }: ToolContext, room: Room): PictureBox =>
  new PictureBox(computer, {
    conversationId,
    room,
    closing: async (command) => {
      const { env, closedTicket, ended, over } = await willRun(command);
      const end = async (code: number | null) => {
        ended(code);
        await over();
      };
      return { env, closedTicket, programs, end };
    },
  });

export async function readPicture(
  context: ToolContext,
  path: Location,
  { extension, mediaType }: { readonly extension: string; readonly mediaType: string },
): Promise<ToolResult> {
  const { entry } = await context.computer.files.stat({ path: toAgentPath(path) }, { signal: context.signal });
  if (entry?.kind !== Kind.FILE) throw new ToolError(`${displayPath(path)} is not a file.`, 'not_a_file');
  const about = { type: 'file_ref' as const, path: addressOf(path), media_type: mediaType, label: path.path.at(-1)! };
  const noted = (note: string) => ({ ...about, note: `It has ${entry.size} bytes.${note === '' ? '' : ` ${note}`}` });
  const room = await context.pictureRoom();
  if (!room) return noted(BLIND);
  if (!hasRoom(room)) return noted(FULL);
  const box = boxFor(context, room);
  if (!isPicture(extension) || !(await box.add(path))) return noted(UNDRAWN);
  await context.keepPictures(box.pictures);
  return { ...noted(''), pictures: 1 };
}
