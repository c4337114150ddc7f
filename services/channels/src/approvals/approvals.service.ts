/** Links with which users answer questions of waiting runs: made, shown, and answered once. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Ctx, systemCtx } from '@zo/auth';
import { Database } from '@zo/db';
import { logger, repeat } from '@zo/observability';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { Secrets } from '../mail/secrets.js';
import type { ApprovalLink, LinkDecision } from './approval-link.entity.js';
import { ApprovalLinksRepository, type NewLink } from './approval-links.repository.js';
import { ChatApprovals, type Question } from './chat-approvals.js';

const TOKEN_BYTES = 32;
const LINK_MS = 24 * 3_600_000;
const log = logger('channels:approvals');

/** Why a link is not answered, or what became of the answer. */
export type Ending =
  | 'unknown'
  | 'used-approve'
  | 'used-deny'
  | 'expired'
  | 'revoked'
  | 'elsewhere'
  | 'foreign'
  | 'session'
  | 'stale'
  | 'later'
  | 'no-words'
  | 'approve'
  | 'deny'
  | 'reply'
  | 'used-reply';
export type Seen =
  | { readonly to: 'ask'; readonly link: ApprovalLink; readonly question: Question; readonly pageToken: string }
  | { readonly to: 'say'; readonly ending: Ending; readonly link?: ApprovalLink };

export interface Given {
  readonly decision: LinkDecision;
  readonly reply?: string;
  /** Of the page that showed the question; undefined where the sender of the answer is known otherwise. */
  readonly pageToken: string | undefined;
  /** Who has sent it on which channel, where that is known; the link of anybody else is not known to them. */
  readonly sender?: Pick<ApprovalLink, 'userId' | 'channel'>;
}

@Injectable()
export class ApprovalsService implements OnApplicationBootstrap, OnModuleDestroy {
  private stop?: () => Promise<void>;

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly links: ApprovalLinksRepository,
    private readonly chat: ChatApprovals,
    private readonly secrets: Secrets,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  /** An answer that was stored when its process died is told by whoever comes next. */
  onApplicationBootstrap(): void {
    this.stop = repeat(() => this.sweep(), {
      everyMs: this.config.ZO_APPROVAL_SWEEP_MS,
      name: 'channels:approvals',
      failure: 'answers could not be told',
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop?.();
  }

  /** Returns the token and that of its page; undefined if the user has answered, or is not asked this way. */
  async make(
    ctx: Ctx,
    { until, ...asked }: Omit<NewLink, 'tokenHash' | 'expiresAt'> & { until: Date },
  ): Promise<{ token: string; pageToken: string } | undefined> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = new Date(Math.min(until.getTime(), Date.now() + LINK_MS));
    const link = { ...asked, tokenHash: hashOf(token), expiresAt };
    const id = await this.database.tx(ctx, (tx) => this.links.put(tx, link));
    return id === undefined ? undefined : { token, pageToken: this.pageToken(id) };
  }

  /** Changes nothing: scanners of mail follow every link. `visitor`: who is signed in. */
  async look(visitor: Ctx | undefined, token: string): Promise<Seen> {
    const link = await this.linkOf(token);
    if (!link) return say('unknown');
    const ending = endingOf(link, visitor);
    if (ending) return say(ending, link);
    let question: Question | undefined;
    try {
      question = await this.asked(link);
    } catch (error) {
      log.warn({ error }, 'a question could not be read');
      return say('later', link);
    }
    const gone = goneIn(question, link);
    if (gone || !question) return say(gone ?? 'elsewhere', link);
    return { to: 'ask', link, question, pageToken: this.pageToken(link.id) };
  }

  /** A device shows notifications after its user signed out, too; there a yes needs a session. */
  private async asked(link: ApprovalLink): Promise<Question | undefined> {
    const question = await this.chat.get(link);
    return question && { ...question, needsSession: question.needsSession || link.channel === 'push' };
  }

  /** Answers once. @returns what to say */
  async answer(visitor: Ctx | undefined, token: string, { decision, reply, pageToken, sender }: Given): Promise<Seen> {
    const seen = await this.look(visitor, token);
    const isOfSender = seen.link?.userId === sender?.userId && seen.link?.channel === sender?.channel;
    if (sender && !isOfSender) return say('unknown');
    if (seen.to === 'say') return seen;
    const { link, question } = seen;
    if (pageToken !== undefined && !isEqual(pageToken, seen.pageToken)) return say('stale', link);
    // A no harms nobody.
    if (decision === 'approve' && question.needsSession && visitor === undefined) return say('session', link);
    if (decision === 'approve' && question.inWords && !reply) return say('no-words', link);
    const given = question.inWords && decision === 'approve' ? 'reply' : decision;
    const words = question.inWords && decision === 'approve' ? reply! : null;
    const ctx = systemCtx(link.userId);
    const counts = await this.database.tx(ctx, (tx) => this.links.decide(tx, link.id, { decision, reply: words }));
    if (!counts) return this.look(visitor, token);
    try {
      const isOurs = await this.tell({ ...link, decision, reply: words });
      return say(isOurs ? given : 'elsewhere', link);
    } catch (error) {
      log.warn({ error }, 'an answer could not be told yet; it is tried again');
      return say(given, link);
    }
  }

  /** Tells chat of answers that it was not told of. */
  async sweep(): Promise<void> {
    await this.database.acrossTenants((tx) => this.links.forgetOld(tx));
    const untold = await this.database.acrossTenants((tx) => this.links.untold(tx, this.config.ZO_APPROVAL_SWEEP_MS));
    for (const link of untold)
      // One that chat fails at must not hold up those of others.
      await this.tell(link).catch((error: unknown) => log.warn({ error, id: link.id }, 'an answer could not be told'));
  }

  /** Chat counts the first answer only, so that telling it twice changes nothing. @returns whether it is this one */
  private async tell(link: ApprovalLink): Promise<boolean> {
    const counts = (await this.chat.decide(link)) || (await this.chat.get(link))?.decision === link.decision;
    await this.database.tx(systemCtx(link.userId), (tx) => this.links.told(tx, link.id, { counts }));
    return counts;
  }

  private async linkOf(token: string): Promise<ApprovalLink | null> {
    return this.database.acrossTenants((tx) => this.links.byToken(tx, hashOf(token)));
  }

  private pageToken(id: string): string {
    return createHmac('sha256', this.secrets.pages).update(id).digest('base64url');
  }
}

const say = (ending: Ending, link?: ApprovalLink): Seen => ({ to: 'say', ending, ...(link && { link }) });

function endingOf(link: ApprovalLink, visitor: Ctx | undefined): Ending | undefined {
  if (visitor && visitor.userId !== link.userId) return 'foreign';
  if (link.decision !== null) return link.reply === null ? `used-${link.decision}` : 'used-reply';
  if (link.revokedAt !== null) return 'revoked';
  return link.expiresAt.getTime() <= Date.now() ? 'expired' : undefined;
}

function goneIn(question: Question | undefined, { argsHash }: ApprovalLink): Ending | undefined {
  if (!question || question.argsHash !== argsHash) return 'elsewhere';
  if (question.state === 'open') return undefined;
  return question.state === 'expired' ? 'expired' : 'elsewhere';
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

function isEqual(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
