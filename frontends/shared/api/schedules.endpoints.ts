import { api } from '../store/api';
import type { Answer, Asked } from './types';

/** ZR-05: what follows from a rule that is being written. */
export const schedulePreviewApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewSchedule: build.query<Answer<'Schedules.preview'>, Asked<'Schedules.preview'>>({
      query: (body) => ({ url: 'schedules/preview', method: 'POST', body }),
      // The next times are others in a minute.
      keepUnusedDataFor: 30,
    }),
  }),
});

export const { usePreviewScheduleQuery } = schedulePreviewApi;
