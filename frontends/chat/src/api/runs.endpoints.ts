import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';
import type { ContextReceipt, Undone } from './types';

/** Endpoints that act on a run: stop it, decide its approvals, undo it and take that back. */
export const runsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What the model was sent for an answer that has ended. */
    runContext: build.query<ContextReceipt, string>({ query: (id) => `runs/${id}/context` }),
    stopRun: build.mutation<Answer<'Runs.stop'>, string>({
      query: (id) => ({ url: `runs/${id}/stop`, method: 'POST', body: {} }),
    }),
    decide: build.mutation<Answer<'Runs.decide'>, { runId: string; approvalId: string } & Asked<'Runs.decide'>>({
      query: ({ runId, approvalId, ...answer }) => ({
        url: `runs/${runId}/approvals/${approvalId}`,
        method: 'POST',
        body: answer,
      }),
    }),
    undoRun: build.mutation<Undone, { runId: string; conversationId: string; change: 'undo' | 'redo' }>({
      query: ({ runId, change }) => ({ url: `runs/${runId}/${change}`, method: 'POST', body: {} }),
      invalidatesTags: (_data, _error, { conversationId }) => [{ type: 'Conversation', id: conversationId }],
    }),
  }),
});

export const { useRunContextQuery, useStopRunMutation, useDecideMutation, useUndoRunMutation } = runsApi;
