/** Puts what came with a mail into the workspace, once however often it is done. */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import {
  agentErrorOf,
  type Computer,
  Computers,
  IMPORTED_BY_USER,
  isAgentError,
  toAgentPath,
} from '@zo/computer-client';
import { addressOf, type Location } from '@zo/proto/location';
import type { ParsedAttachment } from './mail.js';
import { folderName, numbered, safeName } from './names.js';

const INBOX = 'Inbox';
const MAX_COPIES = 50;

@Injectable()
export class Attachments {
  constructor(private readonly computers: Computers) {}

  /**
   * Saves each file before it asks for the next one. Returns their addresses.
   * @throws if the computer does not answer or has no space
   */
  async save(
    ctx: Ctx,
    { at, subject }: { at: Date; subject: string },
    attachments: Iterable<ParsedAttachment> | AsyncIterable<ParsedAttachment>,
  ): Promise<string[]> {
    const folder = [INBOX, folderName(at, subject)];
    const saved: string[] = [];
    for await (const { name, content } of attachments) {
      if (!content || content.byteLength === 0) continue;
      const file = { folder, name: safeName(name, 'attachment'), content, hash: hashOf(content) };
      saved.push(addressOf(await this.computers.use(ctx, (computer) => write(computer, file))));
    }
    return saved;
  }
}

interface NewFile {
  readonly folder: readonly string[];
  readonly name: string;
  readonly content: Uint8Array;
  readonly hash: string;
}

async function write(computer: Computer, { folder, name, content, hash }: NewFile): Promise<Location> {
  for (let copy = 1; ; copy++) {
    const target: Location = { root: 'w', path: [...folder, numbered(name, copy)] };
    try {
      await computer.files.write({
        path: toAgentPath(target),
        content,
        base: { base: { case: 'absent', value: true } },
        createParents: true,
        cause: IMPORTED_BY_USER,
        // A name that makes a program run it later is refused.
        confined: true,
      });
      return target;
    } catch (error) {
      if (isAgentError(error, 'runsLater')) name = `file ${name}`;
      else if (!isAgentError(error, 'staleBase', 'nameTaken') || copy === MAX_COPIES) throw error;
      // An earlier attempt has written it already.
      else if (agentErrorOf(error)?.facts.current?.hash === hash) return target;
    }
  }
}

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
