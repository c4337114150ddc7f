import { Inject, Injectable } from '@nestjs/common';
import { errors } from '@zo/errors';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { COMPUTE_CONFIG, type ComputeConfig } from '../config.js';

const HASH_LENGTH = 12;

/** `zo-machine`, the program for people's own machines, as a package for npx. */
@Injectable()
export class MachineProgram {
  private read?: Promise<{ bytes: Buffer; hash: string }>;

  constructor(@Inject(COMPUTE_CONFIG) private readonly config: ComputeConfig) {}

  /** @throws notFound where this installation has none */
  async bytes(): Promise<Buffer> {
    return (await this.whole()).bytes;
  }

  /** Its address at `origin`. npx keeps what it has fetched from one, so each version has its own. @throws notFound */
  async address(origin: string): Promise<string> {
    return `${origin}/api/machines/programs/${(await this.whole()).hash}/zo-machine.tgz`;
  }

  private whole() {
    this.read ??= readFile(this.config.ZO_MACHINE_PROGRAM).then(
      (bytes) => ({ bytes, hash: createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH) }),
      (cause: unknown) => {
        this.read = undefined;
        throw errors.notFound({}, { cause });
      },
    );
    return this.read;
  }
}
