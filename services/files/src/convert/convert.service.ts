import { Injectable } from '@nestjs/common';
import { ConvertTarget } from '@zo/proto/agent/v1';
import type { Ctx } from '@zo/auth';
import { BY_USER, Computers, fromAgentPath, toAgentPath } from '@zo/computer-client';
import { fileError } from '../errors.js';
import { assertOutsideTrash, displayPath } from '../paths.js';
import type { ConvertFile } from './convert.dto.js';

const TARGETS = { sheet: ConvertTarget.SHEET, markdown: ConvertTarget.MARKDOWN } as const;

@Injectable()
export class ConvertService {
  constructor(private readonly computers: Computers) {}

  /**
   * FT-15: makes a file of another kind beside a file, which stays as it is. @throws files.unreadable with the reason,
   * files.too_large, files.inside_trash
   */
  async convert(ctx: Ctx, { to: target, ...location }: ConvertFile) {
    assertOutsideTrash(location);
    const request = { path: toAgentPath(location), target: TARGETS[target], cause: BY_USER };
    const { to, leftOut } = await this.computers
      .use(ctx, (computer) => computer.conversions.convert(request))
      .catch((error: unknown) => {
        throw fileError(error, displayPath(location));
      });
    return { ...fromAgentPath(to), leftOut };
  }
}
