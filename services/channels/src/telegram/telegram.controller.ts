import { Controller, Delete, Post, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds, RespondsNothing } from '@zo/http';
import { z } from 'zod';
import { CODE_MS, TelegramBots } from './telegram-bots.service.js';
import { TelegramPoller } from './telegram-poller.js';

const setBot = z.strictObject({
  token: z
    .string()
    .trim()
    .regex(/^\d{1,20}:[\w-]{10,200}$/, 'must be the token that BotFather showed, such as 123456:ABC-DEF…'),
});
const pairing = z
  .strictObject({
    code: z.string(),
    /** Opens Telegram with the code. */
    link: z.url(),
    minutes: z.int(),
  })
  .meta({ id: 'TelegramPairing' });

/** CM-01: the bot of the installation, and the chat of the user with it. */
@Controller('channels')
export class TelegramController {
  constructor(
    private readonly bots: TelegramBots,
    private readonly poller: TelegramPoller,
  ) {}

  @Put('telegram-bot')
  @RespondsNothing()
  async set(@CurrentCtx() ctx: Ctx, @Input(setBot) { token }: z.output<typeof setBot>) {
    await this.bots.set(ctx, token);
    this.poller.wake();
  }

  @Delete('telegram-bot')
  @RespondsNothing()
  remove(@CurrentCtx() ctx: Ctx) {
    return this.bots.remove(ctx);
  }

  /** The code is sent to the bot within these minutes; a new one takes its place. */
  @Post('telegram')
  @Responds(pairing, 201)
  async begin(@CurrentCtx() ctx: Ctx) {
    const { code, username } = await this.bots.begin(ctx);
    return { code, link: `https://t.me/${encodeURIComponent(username)}?start=${code}`, minutes: CODE_MS / 60_000 };
  }

  @Delete('telegram')
  @RespondsNothing()
  async unpair(@CurrentCtx() ctx: Ctx) {
    await this.bots.unpair(ctx);
  }
}
