import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export type TelegramCode = Answer<'Telegram.begin'>;

/** Endpoints for the Telegram bot, and for how a run that waits asks its user. */
export const telegramApi = api.injectEndpoints({
  endpoints: (build) => ({
    setAskedBy: build.mutation<void, Asked<'Channels.setAskedBy'>>({
      query: (body) => ({ url: 'channels/asked-by', method: 'PUT', body }),
      invalidatesTags: ['Channels'],
    }),
    setBot: build.mutation<void, string>({
      query: (token) => ({ url: 'channels/telegram-bot', method: 'PUT', body: { token } }),
      invalidatesTags: ['Channels'],
    }),
    removeBot: build.mutation<void, void>({
      query: () => ({ url: 'channels/telegram-bot', method: 'DELETE' }),
      invalidatesTags: ['Channels'],
    }),
    beginTelegram: build.mutation<TelegramCode, void>({ query: () => ({ url: 'channels/telegram', method: 'POST' }) }),
    endTelegram: build.mutation<void, void>({
      query: () => ({ url: 'channels/telegram', method: 'DELETE' }),
      invalidatesTags: ['Channels'],
    }),
  }),
});

export const {
  useSetAskedByMutation,
  useSetBotMutation,
  useRemoveBotMutation,
  useBeginTelegramMutation,
  useEndTelegramMutation,
} = telegramApi;
