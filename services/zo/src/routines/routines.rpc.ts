/** RoutineService: chat asks what a routine is before it runs it. */
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import { isServiceError } from '@zo/errors';
import type { GetRoutineRequest } from '@zo/proto/zo/v1';
import { rpcCtx } from '@zo/rpc';
import { routineId } from './routines.dto.js';
import { RoutinesService } from './routines.service.js';
import { titleOf } from './title.js';

@Injectable()
export class RoutinesRpc {
  constructor(private readonly routines: RoutinesService) {}

  async get({ id }: GetRoutineRequest, { values }: HandlerContext) {
    const ctx = values.get(rpcCtx);
    if (!ctx) throw new ConnectError('an internal token is needed', Code.Unauthenticated);
    if (!routineId.safeParse(id).success) throw new ConnectError('that is no routine', Code.NotFound);
    try {
      const { row, steps, stepsProblem } = await this.routines.get(ctx, id);
      const { address, problem } = row;
      return {
        address,
        title: titleOf(address),
        inputs: [...row.inputs],
        problem: problem ?? stepsProblem ?? '',
        steps: [...steps],
      };
    } catch (error) {
      if (isServiceError(error) && error.status === 404) throw new ConnectError(error.detail, Code.NotFound);
      throw error;
    }
  }
}
