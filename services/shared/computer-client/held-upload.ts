/**
 * A chunk of an upload that this process writes into the file that the agent on this machine holds open, instead of
 * sending it through the agent and its socket.
 */
import { close } from 'node:fs';
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { AgentProcess } from '@zo/agent-token/process';
import { invalidResponse } from '@zo/rpc';
import type { Written } from '@zo/streams';
import { HELD_FILE_HEADER, openHeldFileToWrite, parseHeldFile } from './held-file.js';
import { textOf, withinTime } from './response.js';

const MAX_TEXT_BYTES = 100;

interface Asked {
  readonly process: AgentProcess;
  readonly options: RequestOptions;
  readonly timeoutMs: number;
}

/** Undefined when the agent wants the chunk sent. @throws if the agent is unreachable; unresponsiveError */
export async function holdUpload({ process, options, timeoutMs }: Asked): Promise<HeldUpload | undefined> {
  const outgoing = request({ ...options, method: 'PUT' });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    outgoing.once('response', resolve).once('error', reject),
  );
  try {
    outgoing.flushHeaders();
    const answer = await withinTime(timeoutMs, answered);
    const held = answer.statusCode === 200 ? parseHeldFile(String(answer.headers[HELD_FILE_HEADER] ?? '')) : undefined;
    const file = held && openHeldFileToWrite(process, held);
    if (file !== undefined) return new HeldUpload(file, { outgoing, answer, timeoutMs });
    outgoing.destroy();
    return undefined;
  } catch (error) {
    outgoing.destroy();
    throw error;
  }
}

export class HeldUpload {
  constructor(
    /** The opened file. */
    readonly file: number,
    private readonly call: { outgoing: ClientRequest; answer: IncomingMessage; timeoutMs: number },
  ) {
    // A call that breaks off makes `finish` throw.
    call.outgoing.on('error', () => undefined);
    call.answer.on('error', () => undefined);
  }

  /** Reports the chunk as written and synced. @throws unresponsiveError, invalidResponse - it is not kept */
  async finish(written: Written): Promise<void> {
    const { outgoing, answer, timeoutMs } = this.call;
    const report = JSON.stringify({ bytes: written.bytes, crc32: written.crc32 });
    outgoing.end(report);
    const kept = await textOf(answer, { maxBytes: MAX_TEXT_BYTES, ms: timeoutMs });
    if (kept !== report) throw invalidResponse('it does not keep the chunk');
  }

  /** Call once, always: a chunk that was not finished does not count. */
  close(): void {
    this.call.outgoing.destroy();
    close(this.file, () => undefined);
  }
}
