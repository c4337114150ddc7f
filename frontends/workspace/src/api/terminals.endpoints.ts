import type { Answer, Asked, Terminal } from '@zo/web/api';
import { api } from '@zo/web/store';

/** CH-08, PC-02: a shell on the user's computer, or on a machine of their own. */
export type TerminalInfo = Terminal;

type At = Pick<Terminal, 'id' | 'machine'>;

const addressOf = ({ id, machine }: At) => ({
  url: `terminals/${id}`,
  params: machine ? { machine: machine.id } : {},
});

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
      // A list that was requested before may arrive after this, without the new one.
      invalidatesTags: (terminal) => (terminal ? ['Terminals'] : []),
    }),
    renameTerminal: build.mutation<TerminalInfo, At & Asked<'Terminals.rename'>>({
      query: ({ name, ...at }) => ({ ...addressOf(at), method: 'PATCH', body: { name } }),
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
    closeTerminal: build.mutation<void, At>({
      query: (at) => ({ ...addressOf(at), method: 'DELETE' }),
      onQueryStarted: ({ id }, { dispatch }) =>
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
