import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

/** Endpoints for the browsers that are told of news while no page is open. */
export const devicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    pushDevices: build.query<Answer<'Devices.list'>, void>({
      query: () => 'channels/devices',
      providesTags: ['Channels'],
    }),
    addPushDevice: build.mutation<Answer<'Devices.add'>, Asked<'Devices.add'>>({
      query: (body) => ({ url: 'channels/devices', method: 'POST', body }),
      invalidatesTags: ['Channels'],
    }),
    testPushDevice: build.mutation<void, string>({
      query: (id) => ({ url: `channels/devices/${id}/test`, method: 'POST' }),
      // One that is gone is removed.
      invalidatesTags: ['Channels'],
    }),
    removePushDevice: build.mutation<void, string>({
      query: (id) => ({ url: `channels/devices/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Channels'],
    }),
  }),
});

export const { usePushDevicesQuery, useAddPushDeviceMutation, useTestPushDeviceMutation, useRemovePushDeviceMutation } =
  devicesApi;
