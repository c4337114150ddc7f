import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { WebSocket } from 'ws';
import { logger } from '@zo/observability';

const INTERNAL_ERROR = 1011;
const log = logger('websockets');

/** Closes a connection whose message could not be handled. Nest's own filter would send an undeclared message. */
@Catch()
export class CloseOnError implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    log.error({ error }, 'a message from a browser could not be handled');
    host.switchToWs().getClient<WebSocket>().close(INTERNAL_ERROR);
  }
}
