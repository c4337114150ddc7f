/** Messages that programs send with a token. What they start is seen in the chat as any other answer. */
import { Injectable } from '@nestjs/common';
import { ChatOrigin } from './chat.origin.js';

@Injectable()
export class ApiOrigin extends ChatOrigin {
  override readonly name = 'api';
}
