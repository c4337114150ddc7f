import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export type Schedule = Answer<'Schedules.get'>;
export type Occurrence = Answer<'Schedules.run'>;
export type ScheduleInput = Asked<'Schedules.create'>;
export type HistoryPage = Answer<'Schedules.history'>;

/** What the history is narrowed to. */
export interface HistoryFilter {
  readonly scheduleId?: string;
  readonly only?: 'late' | 'failed';
}

/** ZR-05: schedules, and every time that was due. */
export const schedulesApi = api.injectEndpoints({
  endpoints: (build) => ({
    schedules: build.query<Schedule[], void>({ query: () => 'schedules', providesTags: ['Schedules'] }),
    scheduleHistory: build.infiniteQuery<HistoryPage, HistoryFilter, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg: { scheduleId, only }, pageParam }) => {
        const query = new URLSearchParams({
          ...(scheduleId && { schedule_id: scheduleId }),
          ...(only && { only }),
          ...(pageParam && { before: pageParam }),
        });
        return `schedules/occurrences?${query.toString()}`;
      },
      providesTags: ['Schedules'],
    }),
    /** `from` and `to` as ISO 8601. */
    scheduleCalendar: build.query<Answer<'Schedules.calendar'>, { from: string; to: string }>({
      query: (range) => `schedules/calendar?${new URLSearchParams(range).toString()}`,
      providesTags: ['Schedules'],
    }),
    createSchedule: build.mutation<Schedule, ScheduleInput>({
      query: (body) => ({ url: 'schedules', method: 'POST', body }),
      invalidatesTags: ['Schedules'],
    }),
    updateSchedule: build.mutation<Schedule, { id: string } & Asked<'Schedules.update'>>({
      query: ({ id, ...body }) => ({ url: `schedules/${id}`, method: 'PUT', body }),
      invalidatesTags: ['Schedules'],
    }),
    switchSchedule: build.mutation<Schedule, { id: string; isOn: boolean }>({
      query: ({ id, isOn }) => ({ url: `schedules/${id}/${isOn ? 'resume' : 'pause'}`, method: 'POST' }),
      invalidatesTags: ['Schedules'],
    }),
    runSchedule: build.mutation<Occurrence, string>({
      query: (id) => ({ url: `schedules/${id}/run`, method: 'POST' }),
      invalidatesTags: ['Schedules'],
    }),
    renewHook: build.mutation<Answer<'ScheduleHook.renew'>, string>({
      query: (id) => ({ url: `schedules/${id}/hook`, method: 'POST' }),
      invalidatesTags: ['Schedules'],
    }),
    deleteSchedule: build.mutation<void, string>({
      query: (id) => ({ url: `schedules/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Schedules'],
    }),
    setZone: build.mutation<void, string>({
      query: (zone) => ({ url: 'schedules/zone', method: 'PUT', body: { zone } }),
    }),
  }),
});

export const {
  useSchedulesQuery,
  useScheduleHistoryInfiniteQuery,
  useScheduleCalendarQuery,
  useCreateScheduleMutation,
  useUpdateScheduleMutation,
  useSwitchScheduleMutation,
  useRunScheduleMutation,
  useRenewHookMutation,
  useDeleteScheduleMutation,
  useSetZoneMutation,
} = schedulesApi;
