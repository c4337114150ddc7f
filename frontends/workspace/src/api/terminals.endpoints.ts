import type { Answer, Asked, Terminal } from '@zo/web/api';
import { api } from '@zo/web/store';

/** CH-08: a shell on the user's computer. */
export type TerminalInfo = Terminal;

export const terminalsApi = api.injectEndpoints({
  endpoints: (build) => ({
    terminals: build.query<TerminalInfo[], void>({
      query: () => 'terminals',
      transformResponse: ({ terminals }: Answer<'Terminals.list'>) => terminals.filter(({ running }) => running),
      providesTags: ['Terminals'],
    }),
    createTerminal: build.mutation<TerminalInfo, Asked<'Terminals.open'>>({
      query: (body) => ({ url: 'terminals', method: 'POST', body }),
      onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) dispatch(terminalsApi.util.updateQueryData('terminals', undefined, (list) => void list.push(data)));
      },
    }),
    renameTerminal: build.mutation<TerminalInfo, { id: string } & Asked<'Terminals.rename'>>({
      query: ({ id, name }) => ({ url: `terminals/${id}`, method: 'PATCH', body: { name } }),
      onQueryStarted: async (_change, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (!data) return;
        dispatch(
          terminalsApi.util.updateQueryData('terminals', undefined, (list) =>
            list.map((terminal) => (terminal.id === data.id ? data : terminal)),
          ),
        );
      },
    }),
    closeTerminal: build.mutation<void, string>({
      query: (id) => ({ url: `terminals/${id}`, method: 'DELETE' }),
      onQueryStarted: (id, { dispatch }) =>
        void dispatch(
          terminalsApi.util.updateQueryData('terminals', undefined, (list) =>
            list.filter((terminal) => terminal.id !== id),
          ),
        ),
    }),
  }),
});

export const { useTerminalsQuery, useCreateTerminalMutation, useRenameTerminalMutation, useCloseTerminalMutation } =
  terminalsApi;
