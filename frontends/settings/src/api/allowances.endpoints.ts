import type { Allowance, Answer, Asked, Plan } from '@zo/web/api';
import { api } from '@zo/web/store';

export type { Allowance, Plan } from '@zo/web/api';

/** Endpoints for what people and personas may spend, and for the plans of people. */
export const allowancesApi = api.injectEndpoints({
  endpoints: (build) => ({
    allowances: build.query<Allowance[], void>({
      query: () => 'allowances',
      transformResponse: ({ allowances }: Answer<'Allowances.list'>) => allowances,
      providesTags: ['Allowances'],
      keepUnusedDataFor: 0,
    }),
    allowancesOfPeople: build.query<Allowance[], void>({
      query: () => 'allowances/people',
      transformResponse: ({ allowances }: Answer<'Allowances.people'>) => allowances,
      providesTags: ['Allowances'],
      keepUnusedDataFor: 0,
    }),
    allowPerson: build.mutation<void, Asked<'Allowances.setForPerson'>>({
      query: (body) => ({ url: 'allowances/people', method: 'PUT', body }),
      invalidatesTags: ['Allowances'],
    }),
    allowPersona: build.mutation<void, Asked<'Allowances.setForPersona'>>({
      query: (body) => ({ url: 'allowances/personas', method: 'PUT', body }),
      invalidatesTags: ['Allowances'],
    }),
    plans: build.query<Answer<'Plans.list'>, void>({ query: () => 'plans', providesTags: ['Plans'] }),
    choosePlan: build.mutation<void, { person_id: string; plan: Plan }>({
      query: (body) => ({ url: 'plans', method: 'PUT', body }),
      invalidatesTags: ['Plans', 'Models'],
    }),
  }),
});

export const {
  useAllowancesQuery,
  useAllowancesOfPeopleQuery,
  useAllowPersonMutation,
  useAllowPersonaMutation,
  usePlansQuery,
  useChoosePlanMutation,
} = allowancesApi;
