import { Injectable } from '@nestjs/common';
import { FilterOperator } from '@zo/proto/agent/v1';
import type { Ctx } from '@zo/auth';
import { Computers, toAgentPath } from '@zo/computer-client';
import type { Location } from '@zo/proto/location';
import { fileError } from '../errors.js';
import { displayPath } from '../paths.js';
import type { Operator, RowsAnswer, RowsRequest } from './tables.dto.js';
import { presentRows } from './tables.presenter.js';

const OPERATOR: Record<Operator, FilterOperator> = {
  contains: FilterOperator.CONTAINS,
  is: FilterOperator.IS,
  isNot: FilterOperator.IS_NOT,
  less: FilterOperator.LESS,
  atMost: FilterOperator.AT_MOST,
  greater: FilterOperator.GREATER,
  atLeast: FilterOperator.AT_LEAST,
};

@Injectable()
export class TablesService {
  constructor(private readonly computers: Computers) {}

  /** FV-01: rows of a table, which the computer reads. @throws files.conflict when it is not the file of `etag` */
  async rows(ctx: Ctx, { root, path, filters, ...request }: RowsRequest): Promise<RowsAnswer> {
    const location: Location = { root, path };
    const asked = {
      ...request,
      path: toAgentPath(location),
      filters: filters.map((filter) => ({ ...filter, operator: OPERATOR[filter.operator] })),
    };
    const answer = await this.computers
      .read(ctx, (computer) => computer.tables.rows(asked))
      .catch((error: unknown) => {
        throw fileError(error, displayPath(location));
      });
    return presentRows(answer, request.count);
  }
}
