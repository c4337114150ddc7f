import { Module } from '@nestjs/common';
import { ApprovalLinksController } from './approvals/approval-links.controller.js';
import { ApprovalLinksRepository } from './approvals/approval-links.repository.js';
import { ApprovalsService } from './approvals/approvals.service.js';
import { AskedByService } from './approvals/asked-by.service.js';
import { ChatApprovals } from './approvals/chat-approvals.js';
import { Questions } from './approvals/questions.js';
import { CHANNEL_CONFIG, loadChannelConfig } from './config.js';
import { Attachments } from './inbound/attachments.js';
import { Authenticity, RESOLVE, systemResolver } from './inbound/authenticity.js';
import { FullNotice } from './inbound/full-notice.js';
import { Intake } from './inbound/intake.js';
import { MailParser } from './inbound/parser.js';
import { SmtpListener } from './inbound/smtp.listener.js';
import { MailServers } from './mail/mail-servers.service.js';
import { Secrets } from './mail/secrets.js';
import { ChannelsRpc } from './messages/channels.rpc.js';
import { Clock } from './messages/clock.js';
import { Delivery } from './messages/delivery.js';
import { OutboxController } from './messages/outbox.controller.js';
import { MessagesRepository } from './messages/messages.repository.js';
import { MessagesService } from './messages/messages.service.js';
import { Outgoing } from './messages/outgoing.js';
import { Postman } from './messages/postman.js';
import { RawRetention } from './messages/raw-retention.js';
import { Turns } from './messages/turns.js';
import { People } from './people/people.js';
import { Answers } from './runs/answers.js';
import { DevicesController } from './push/devices.controller.js';
import { DevicesRepository } from './push/devices.repository.js';
import { DevicesService } from './push/devices.service.js';
import { NoticesConsumer } from './push/notices.consumer.js';
import { PushService } from './push/push-service.js';
import { SessionsConsumer } from './push/sessions.consumer.js';
import { RunsConsumer } from './runs/runs.consumer.js';
import { ChannelsController } from './senders/channels.controller.js';
import { SendersRepository } from './senders/senders.repository.js';
import { SendersService } from './senders/senders.service.js';
import { PhonesController } from './sms/phones.controller.js';
import { PhonesRepository } from './sms/phones.repository.js';
import { PhonesService } from './sms/phones.service.js';
import { SmsHookController } from './sms/sms-hook.controller.js';
import { SmsIntake } from './sms/sms-intake.js';
import { BotApi } from './telegram/bot-api.js';
import { TelegramBotsRepository } from './telegram/telegram-bots.repository.js';
import { TelegramBots } from './telegram/telegram-bots.service.js';
import { TelegramChatsRepository } from './telegram/telegram-chats.repository.js';
import { TelegramController } from './telegram/telegram.controller.js';
import { TelegramOut } from './telegram/telegram-out.js';
import { TelegramPoller } from './telegram/telegram-poller.js';
import { TelegramUpdates } from './telegram/telegram-updates.js';
import { Twilio } from './sms/twilio.js';

@Module({
  controllers: [
    ApprovalLinksController,
    PhonesController,
    DevicesController,
    ChannelsController,
    OutboxController,
    SmsHookController,
    TelegramController,
    RunsConsumer,
    NoticesConsumer,
    SessionsConsumer,
  ],
  providers: [
    { provide: CHANNEL_CONFIG, useFactory: () => loadChannelConfig() },
    { provide: RESOLVE, useFactory: () => systemResolver() },
    Answers,
    ApprovalLinksRepository,
    ApprovalsService,
    AskedByService,
    Attachments,
    Authenticity,
    BotApi,
    ChannelsRpc,
    ChatApprovals,
    Clock,
    Delivery,
    DevicesRepository,
    DevicesService,
    FullNotice,
    Intake,
    MailParser,
    MailServers,
    MessagesRepository,
    MessagesService,
    Outgoing,
    People,
    PhonesRepository,
    PhonesService,
    Postman,
    PushService,
    Questions,
    RawRetention,
    Secrets,
    SendersRepository,
    SendersService,
    SmsIntake,
    SmtpListener,
    TelegramBots,
    TelegramBotsRepository,
    TelegramChatsRepository,
    TelegramOut,
    TelegramPoller,
    TelegramUpdates,
    Turns,
    Twilio,
  ],
})
export class ChannelsModule {
  constructor(postman: Postman, delivery: Delivery) {
    postman.work = (claimed) => delivery.work(claimed);
  }
}
