/** The calls about the settings of the history. */
import { create } from '@bufbuild/protobuf';
import {
  ChangeHistorySettingsResponseSchema,
  GetHistorySettingsResponseSchema,
  HistorySettingsSchema,
  HistoryUsageSchema,
  type ChangeHistorySettingsRequest,
  type ChangeHistorySettingsResponse,
  type GetHistorySettingsResponse,
} from '@zo/proto/agent/v1';
import { invalid } from '../errors.js';
import type { History } from './history.js';
import { MAX_FILE_BYTES } from './messages.js';

export async function getSettings(history: History): Promise<GetHistorySettingsResponse> {
  const { limitBytes, keepDays, ignored } = history.decisions.settings;
  const usage = await history.call('usage', {});
  return create(GetHistorySettingsResponseSchema, {
    settings: create(HistorySettingsSchema, { limitBytes: BigInt(limitBytes), keepDays, ignored: [...ignored] }),
    usage: create(HistoryUsageSchema, {
      usedBytes: BigInt(usage.usedBytes),
      limitBytes: BigInt(usage.limitBytes),
      maxFileBytes: BigInt(MAX_FILE_BYTES),
    }),
    defaultLimitBytes: BigInt(history.decisions.limits.limitBytes),
    maxLimitBytes: BigInt(history.decisions.limits.maxLimitBytes),
  });
}

export async function changeSettings(
  history: History,
  { settings, change }: ChangeHistorySettingsRequest,
): Promise<ChangeHistorySettingsResponse> {
  if (!settings && !change) throw invalid('The settings are missing.');
  const { limitBytes, keepDays, ignored } = change ?? { ...settings!, ignored: { names: settings!.ignored } };
  // Merged here, without a pause, so that none of two changes at once is lost.
  await history.configure({
    ...history.decisions.settings,
    ...(limitBytes !== undefined && { limitBytes: Number(limitBytes) }),
    ...(keepDays !== undefined && { keepDays }),
    ...(ignored && { ignored: ignored.names }),
  });
  return create(ChangeHistorySettingsResponseSchema);
}
