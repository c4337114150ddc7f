/**
 * The pictures that a model is shown. They are decoded in the computer only, and leave it as JPEG of a limited size.
 */
import { byAssistant, type Computer, toAgentPath } from '@zo/computer-client';
import type { Location } from '@zo/proto/location';

/** What a model is shown at most, together. */
export interface Room {
  readonly pictures: number;
  readonly bytes: number;
}

export const ROOM_OF_MESSAGE: Room = { pictures: 10, bytes: 8 * 1024 * 1024 };
const MAX_PICTURE_BYTES = 2 * 1024 * 1024;
const SIDE = 1_568;
/** Formats that a computer can decode. */
const DECODED = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'heic', 'heif']);

const MAX_PAGES = 6;
const PAGE_SIDE = 1_240;
const MAX_PAGE_BYTES = 1024 * 1024;
const TIMEOUT_MS = 30_000;
const WORDS_OF_TEXT = 40;
const MEASURE =
  'pages=$(pdfinfo "$FILE" 2>/dev/null | sed -n "s/^Pages: *//p"); words=$(pdftotext -l 20 "$FILE" - 2>/dev/null | ' +
  'tr -d "[:space:]" | head -c 200 | wc -c); echo "$pages $words"';
const DRAW = `pdftoppm -jpeg -jpegopt quality=75 -scale-to ${PAGE_SIDE} -f "$PAGE" -l "$PAGE" "$FILE"`;

export const isPicture = (extension: string): boolean => DECODED.has(extension);

export interface ClosedCommand {
  readonly closedTicket: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What programs are made of that the computer starts by itself: nothing is left there. */
  readonly programs: readonly Location[];
  /** @param code null if it did not end by itself */
  readonly end: (code: number | null) => Promise<void>;
}

/** Prepares a command, so that it has no way out; undefined where computers cannot close commands. */
export type Closing = (command: string) => Promise<ClosedCommand | undefined>;

/** Collects pictures. */
export class PictureBox {
  readonly pictures: Buffer[] = [];
  private bytes = 0;

  constructor(
    private readonly computer: Computer,
    private readonly by: { readonly conversationId: string; readonly closing: Closing; readonly room: Room },
  ) {}

  get isFull(): boolean {
    return this.pictures.length >= this.by.room.pictures;
  }

  /** Adds a file; false if it is no picture that the computer can decode, or there is no room for it. */
  async add({ root, path }: Location): Promise<boolean> {
    const address = `/thumbs/${root}/${path.map(encodeURIComponent).join('/')}?size=${SIDE}`;
    const answer = await this.computer.raw('GET', address, {});
    if (answer.status !== 200) {
      answer.discard();
      return false;
    }
    return this.keep(await answer.bytes(MAX_PICTURE_BYTES + 1), MAX_PICTURE_BYTES);
  }

  /**
   * Adds the first pages of a PDF without text. @returns how many, and of how many; undefined if it has text, or cannot
   * be drawn
   */
  async addPages(file: Location): Promise<{ shown: number; of: number } | undefined> {
    const measured = (await this.run(MEASURE, file, 1))?.toString();
    const [, pages, words] = /^(\d{1,6}) +(\d+)\s*$/.exec(measured ?? '') ?? [];
    const of = Number(pages);
    if (!of || Number(words) >= WORDS_OF_TEXT) return undefined;
    const shown = await this.draw(file, { start: 1, end: of });
    return shown === 0 ? undefined : { shown, of };
  }

  /** Adds pages of a PDF, whether they have text or not. @returns how many of them there was room for */
  async draw(file: Location, { start, end }: { readonly start: number; readonly end: number }): Promise<number> {
    let shown = 0;
    while (shown < MAX_PAGES && start + shown <= end && !this.isFull) {
      const page = await this.run(DRAW, file, start + shown);
      if (!page || !this.keep(page, MAX_PAGE_BYTES)) break;
      shown++;
    }
    return shown;
  }

  private keep(bytes: Buffer, most: number): boolean {
    const isJpeg = bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
    if (!isJpeg || bytes.length > most || this.isFull || this.bytes + bytes.length > this.by.room.bytes) return false;
    this.bytes += bytes.length;
    this.pictures.push(bytes);
    return true;
  }

  /** The output of a command; undefined if it failed or said more than fits. */
  private async run(command: string, { root, path }: Location, page: number): Promise<Buffer | undefined> {
    const closing = await this.by.closing(command);
    const request = {
      command,
      cwd: '',
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: MAX_PAGE_BYTES,
      env: { ...closing?.env, FILE: `${root === 's' ? '../sites' : '.'}/${path.join('/')}`, PAGE: String(page) },
      closedTicket: closing?.closedTicket ?? '',
      programs: (closing?.programs ?? []).map(toAgentPath),
      cause: byAssistant(this.by.conversationId),
    };
    const blocks: Uint8Array[] = [];
    let [isWhole, code] = [false, null as number | null];
    try {
      for await (const { event } of this.computer.processes.run(request)) {
        if (event.case === 'output' && !event.value.stderr) blocks.push(event.value.data);
        if (event.case !== 'exit') continue;
        code = event.value.code;
        isWhole = code === 0 && event.value.droppedBytes === 0n;
      }
    } finally {
      await closing?.end(code);
    }
    return isWhole ? Buffer.concat(blocks) : undefined;
  }
}
