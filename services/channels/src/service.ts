import type { ServiceDefinition } from '@zo/bootstrap';
import { ChannelService } from '@zo/proto/channels/v1';
import { ApprovalLink } from './approvals/approval-link.entity.js';
import { AskedBy } from './approvals/asked-by.entity.js';
import { ChannelsModule } from './channels.module.js';
import { Channels1770200000000 } from './db/1770200000000-channels.js';
import { Phones1770200100000 } from './db/1770200100000-phones.js';
import { Devices1770200200000 } from './db/1770200200000-devices.js';
import { ApprovalLinks1770500100000 } from './db/1770500100000-approval-links.js';
import { Telegram1770500200000 } from './db/1770500200000-telegram.js';
import { PushDetails1770800000000 } from './db/1770800000000-push-details.js';
import { TelegramParts1770900000000 } from './db/1770900000000-telegram-parts.js';
import { DeviceSessions1771000000000 } from './db/1771000000000-device-sessions.js';
import { LetIn1771000100000 } from './db/1771000100000-let-in.js';
import { NewNumbers1771100000000 } from './db/1771100000000-new-numbers.js';
import { MailServer } from './mail/mail-server.entity.js';
import { ChannelsRpc } from './messages/channels.rpc.js';
import { Message } from './messages/message.entity.js';
import { Device } from './push/device.entity.js';
import { Phone } from './sms/phone.entity.js';
import { TelegramBot } from './telegram/telegram-bot.entity.js';
import { TelegramChat } from './telegram/telegram-chat.entity.js';
import { Sender } from './senders/sender.entity.js';

export const channels: ServiceDefinition = {
  name: 'channels',
  module: ChannelsModule,
  entities: [Message, Sender, MailServer, Phone, Device, ApprovalLink, AskedBy, TelegramBot, TelegramChat],
  migrations: [
    Channels1770200000000,
    Phones1770200100000,
    Devices1770200200000,
    ApprovalLinks1770500100000,
    Telegram1770500200000,
    PushDetails1770800000000,
    TelegramParts1770900000000,
    DeviceSessions1771000000000,
    LetIn1771000100000,
    NewNumbers1771100000000,
  ],
  rpc: (app) => (router) => {
    const rpc = app.get(ChannelsRpc);
    router.service(ChannelService, {
      getMessage: (request, context) => rpc.getMessage(request, context),
      postponeMessage: (request, context) => rpc.postpone(request, context),
      sendToUser: (request, context) => rpc.sendToUser(request, context),
    });
  },
};
