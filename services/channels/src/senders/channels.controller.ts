import { Controller, Delete, Get, Inject, Post, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Id, Input, Responds, RespondsNothing } from '@zo/http';
import { z } from 'zod';
import { AskedByService } from '../approvals/asked-by.service.js';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { MailServers } from '../mail/mail-servers.service.js';
import { People } from '../people/people.js';
import type { Phone } from '../sms/phone.entity.js';
import { PhonesService } from '../sms/phones.service.js';
import { Twilio } from '../sms/twilio.js';
import { TelegramBots } from '../telegram/telegram-bots.service.js';
import type { Sender } from './sender.entity.js';
import { SendersService } from './senders.service.js';

const sender = z
  .strictObject({ id: z.uuid(), channel: z.enum(['email', 'sms']), address: z.string() })
  .meta({ id: 'KnownSender' });
const senders = z.strictObject({ senders: z.array(sender) }).meta({ id: 'KnownSenders' });
const addSender = z.strictObject({
  channel: z.enum(['email', 'sms']).default('email'),
  address: z
    .string()
    .trim()
    .max(320, 'an address has at most 320 characters')
    .toLowerCase()
    .pipe(z.email('must be an e-mail address, such as ada@example.com')),
});

const server = {
  host: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9.-]{1,253}$/, 'must be the name of a server, such as smtp.example.com'),
  port: z.int().min(1).max(65_535),
  secure: z.boolean(),
  username: z.string().max(320).default(''),
};
const setServer = z.strictObject({ ...server, password: z.string().max(1_000).optional() });
const mailServer = z.strictObject({ ...server, username: z.string(), fixed: z.boolean() }).meta({ id: 'MailServer' });
const askedBy = z
  .strictObject({
    email: z.boolean(),
    sms: z.boolean(),
    push: z.boolean(),
    telegram: z.boolean(),
    /** Whether notifications show what is asked, which a locked screen shows to everybody. */
    details: z.boolean(),
  })
  .meta({ id: 'AskedBy' });
/** What is left out stays as it is. */
const askedByChange = askedBy.partial().meta({ id: 'AskedByChange' });
const overview = z
  .strictObject({
    /** The address at which the user is reached, and that of their account. */
    mail: z.strictObject({ address: z.string(), account: z.string(), sends: z.boolean() }),
    /**
     * `code`: a code was sent there, and waits to be typed. `new_number`: one that waits for its code, while the proven
     * one stays. `provider`: the number that messages come from.
     */
    phone: z.strictObject({
      number: z.string().nullable(),
      state: z.enum(['none', 'code', 'proven', 'stopped']),
      new_number: z.string().nullable(),
      provider: z.string().nullable(),
    }),
    /** `bot`: null until the owner enters one. `error`: why nothing arrives, for the owner only. */
    telegram: z.strictObject({
      bot: z.string().nullable(),
      error: z.string().nullable(),
      paired: z.boolean(),
      name: z.string(),
    }),
    senders: z.array(sender),
    /** How the user is asked while they are away. */
    asked_by: askedBy,
    /** For the owner only. */
    server: mailServer.nullable(),
  })
  .meta({ id: 'Channels' });

/** CM-01: how the user is reached, and whose messages are let in. */
@Controller('channels')
export class ChannelsController {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly people: People,
    private readonly known: SendersService,
    private readonly servers: MailServers,
    private readonly phones: PhonesService,
    private readonly twilio: Twilio,
    private readonly askedBy: AskedByService,
    private readonly bots: TelegramBots,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  @Get()
  @Responds(overview)
  async get(@CurrentCtx() ctx: Ctx) {
    const [{ handle, email }, list, shown, phone, asked, bot, chat] = await Promise.all([
      this.people.own(ctx),
      this.known.list(ctx),
      this.servers.shown(),
      this.phones.own(ctx),
      this.askedBy.of(ctx),
      this.bots.current(),
      this.bots.chatOf(ctx),
    ]);
    return {
      mail: { address: `${handle}@${this.config.ZO_MAIL_DOMAIN}`, account: email, sends: shown !== undefined },
      phone: { ...presentPhone(phone), provider: this.twilio.number ?? null },
      telegram: {
        bot: bot?.username ?? null,
        error: ctx.owner ? (bot?.error ?? null) : null,
        paired: chat?.chatId != null,
        name: chat?.name ?? '',
      },
      senders: list.map(presentSender),
      asked_by: asked,
      server: ctx.owner && shown ? presentServer(shown) : null,
    };
  }

  @Post('senders')
  @Responds(senders, 201)
  async add(@CurrentCtx() ctx: Ctx, @Input(addSender) input: z.infer<typeof addSender>) {
    return { senders: (await this.known.add(ctx, input)).map(presentSender) };
  }

  @Delete('senders/:id')
  @RespondsNothing()
  remove(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.known.remove(ctx, id);
  }

  /** Links that were sent on a channel that is turned off count no more. */
  @Put('asked-by')
  @RespondsNothing()
  setAskedBy(@CurrentCtx() ctx: Ctx, @Input(askedByChange) input: z.infer<typeof askedByChange>) {
    return this.askedBy.set(ctx, input);
  }

  /** Tried before it is kept. */
  @Put('mail-server')
  @RespondsNothing()
  setServer(@CurrentCtx() ctx: Ctx, @Input(setServer) input: z.infer<typeof setServer>) {
    return this.servers.set(ctx, input);
  }

  @Delete('mail-server')
  @RespondsNothing()
  removeServer(@CurrentCtx() ctx: Ctx) {
    return this.servers.remove(ctx);
  }
}

const presentSender = ({ id, channel, address }: Sender) => ({
  id,
  channel: channel === 'sms' ? ('sms' as const) : ('email' as const),
  address,
});

/** A new number whose code is over is not waited for any more. */
const presentPhone = (phone: Phone | null) => ({
  number: phone?.number ?? null,
  state: stateOf(phone),
  new_number: phone?.codeUntil && phone.codeUntil.getTime() > Date.now() ? phone.newNumber : null,
});

function stateOf(phone: Phone | null) {
  if (!phone) return 'none' as const;
  if (!phone.provenAt) return 'code' as const;
  return phone.stoppedAt ? ('stopped' as const) : ('proven' as const);
}

const presentServer = ({
  host,
  port,
  secure,
  username,
  isFixed,
}: NonNullable<Awaited<ReturnType<MailServers['shown']>>>) => ({ host, port, secure, username, fixed: isFixed });
