/** Starts a thread for each mail, and ends it when it takes too much. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { Semaphore } from '@zo/rpc';
import type { ParsedMail, ParseRequest, ParseResponse } from './mail.js';

const MAX_HEAP_MB = 256;
const TIMEOUT_MS = 30_000;
const AT_ONCE = 2;
/** In a bundle the thread is a file beside it. The names are variables, so that no bundler takes them for imports. */
const [BUNDLED, SOURCE] = ['./mail-parser.mjs', './parser.worker.ts'];

/** The mail takes too long, too much memory, or is no mail. */
export class UnreadableMailError extends Error {
  override readonly name = 'UnreadableMailError';
}

@Injectable()
export class MailParser {
  private readonly slots = new Semaphore(AT_ONCE);

  /** @throws UnreadableMailError */
  async parse(raw: Buffer, { withContents = false } = {}): Promise<ParsedMail> {
    const done = await this.slots.take();
    try {
      return await inThread({ raw, withContents });
    } finally {
      done();
    }
  }
}

function inThread(request: ParseRequest): Promise<ParsedMail> {
  const worker = new Worker(fileOf(import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
  return new Promise<ParsedMail>((resolve, reject) => {
    worker.once('message', (response: ParseResponse) =>
      'mail' in response ? resolve(response.mail) : reject(new UnreadableMailError(response.error)),
    );
    worker.once('error', (error) => reject(new UnreadableMailError(error.message)));
    worker.once('exit', () => reject(new UnreadableMailError('it takes too long to read')));
  }).finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}

function fileOf(here: string): string {
  const bundled = fileURLToPath(new URL(BUNDLED!, here));
  return existsSync(bundled) ? bundled : fileURLToPath(new URL(SOURCE!, here));
}
