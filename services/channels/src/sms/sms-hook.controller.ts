import { Controller, Post, Req, Res } from '@nestjs/common';
import { Public } from '@zo/auth';
import { formIn, RespondsStream } from '@zo/http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { channelErrors } from '../errors.js';
import { SmsIntake } from './sms-intake.js';
import { Twilio } from './twilio.js';

const fields = z.object({
  From: z.string().regex(/^\+\d{6,15}$/),
  Body: z.string(),
  MessageSid: z.string().regex(/^[A-Za-z0-9]{10,64}$/),
});

/** CM-01: where the text provider tells of messages. Its signature is checked over the bytes that it has sent. */
@Controller('hooks')
export class SmsHookController {
  constructor(
    private readonly twilio: Twilio,
    private readonly intake: SmsIntake,
  ) {}

  @Public()
  @Post('sms')
  @RespondsStream('text/xml')
  async receive(@Req() request: IncomingMessage, @Res() response: ServerResponse) {
    const form = await formIn(request);
    if (!form) throw channelErrors.badHook();
    const signature = request.headers['x-twilio-signature'];
    if (typeof signature !== 'string' || !this.twilio.isSigned(form, signature)) throw channelErrors.notSigned();
    const { data } = fields.safeParse(Object.fromEntries(form));
    if (!data) throw channelErrors.badHook();
    await this.intake.receive({ from: data.From, text: data.Body, id: data.MessageSid });
    response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end('<Response></Response>');
  }
}
