import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export type Letter = Answer<'Outbox.list'>['items'][number];
export type LetterDetail = Answer<'Outbox.get'>;
export type Overview = Answer<'Channels.get'>;
export type MailServer = Asked<'Channels.setServer'>;

/** Endpoints for mail and text messages: what arrived, what left or would have left, and who is let in. */
export const channelsApi = api.injectEndpoints({
  endpoints: (build) => ({
    letters: build.query<Answer<'Outbox.list'>, { channel?: Letter['channel']; held?: boolean; before?: string }>({
      query: ({ channel, held, before }) => ({
        url: 'outbox',
        params: { ...(channel && { channel }), ...(held && { held: 'true' }), ...(before && { before }) },
      }),
      providesTags: ['Letters'],
    }),
    letter: build.query<LetterDetail, string>({ query: (id) => `outbox/${id}`, providesTags: ['Letters'] }),
    writeLetter: build.mutation<Letter, Asked<'Outbox.write'>>({
      query: (body) => ({ url: 'outbox/mail', method: 'POST', body }),
      invalidatesTags: ['Letters'],
    }),
    replyToLetter: build.mutation<Letter, { id: string } & Asked<'Outbox.reply'>>({
      query: ({ id, ...body }) => ({ url: `outbox/${id}/reply`, method: 'POST', body }),
      invalidatesTags: ['Letters'],
    }),
    letIn: build.mutation<Letter, { id: string; always: boolean }>({
      query: ({ id, always }) => ({ url: `outbox/${id}/let-in`, method: 'POST', body: { always } }),
      invalidatesTags: ['Letters', 'Channels'],
    }),
    sendLetter: build.mutation<Letter, string>({
      query: (id) => ({ url: `outbox/${id}/send`, method: 'POST' }),
      invalidatesTags: ['Letters'],
    }),
    removeLetter: build.mutation<void, string>({
      query: (id) => ({ url: `outbox/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Letters'],
    }),
    channels: build.query<Overview, void>({ query: () => 'channels', providesTags: ['Channels'] }),
    addSender: build.mutation<Answer<'Channels.add'>, string>({
      query: (address) => ({ url: 'channels/senders', method: 'POST', body: { address } }),
      invalidatesTags: ['Channels'],
    }),
    removeSender: build.mutation<void, string>({
      query: (id) => ({ url: `channels/senders/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Channels'],
    }),
    startPhone: build.mutation<void, string>({
      query: (number) => ({ url: 'channels/phone', method: 'POST', body: { number } }),
      invalidatesTags: ['Channels'],
    }),
    provePhone: build.mutation<void, string>({
      query: (code) => ({ url: 'channels/phone/code', method: 'POST', body: { code } }),
      invalidatesTags: ['Channels'],
    }),
    removePhone: build.mutation<void, void>({
      query: () => ({ url: 'channels/phone', method: 'DELETE' }),
      invalidatesTags: ['Channels'],
    }),
    setMailServer: build.mutation<void, MailServer>({
      query: (body) => ({ url: 'channels/mail-server', method: 'PUT', body }),
      invalidatesTags: ['Channels'],
    }),
    removeMailServer: build.mutation<void, void>({
      query: () => ({ url: 'channels/mail-server', method: 'DELETE' }),
      invalidatesTags: ['Channels'],
    }),
  }),
});

export const {
  useLettersQuery,
  useLetterQuery,
  useWriteLetterMutation,
  useReplyToLetterMutation,
  useLetInMutation,
  useSendLetterMutation,
  useRemoveLetterMutation,
  useChannelsQuery,
  useAddSenderMutation,
  useRemoveSenderMutation,
  useStartPhoneMutation,
  useProvePhoneMutation,
  useRemovePhoneMutation,
  useSetMailServerMutation,
  useRemoveMailServerMutation,
} = channelsApi;
