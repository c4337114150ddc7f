import { toast } from '@zo/web/ui';
import { useModelsQuery, usePreferenceQuery, useSavePreferenceMutation } from '../../../api/models.endpoints';
import type { Preference } from '../../../api/types';
import { TEXT } from '../../../messages';

/** Other tabs, other devices and the owner of shared models change them without a live message. */
const SHARED = [undefined, { refetchOnFocus: true }] as const;

/** Available chat models, the selected one, and how to change it. */
export function useModels() {
  const { data: models, isError, isLoading: isLoadingModels, refetch } = useModelsQuery(...SHARED);
  const { data: preference = { value: null }, isLoading: isLoadingPreference } = usePreferenceQuery(...SHARED);
  const [save] = useSavePreferenceMutation();
  const chat = (models ?? []).filter(({ meter }) => meter.includes('chat'));
  /** MD-04: a model that the plan does not include is switched to the first that it does, as on the server. */
  const open = chat.filter(({ subscribers_only }) => !subscribers_only);
  const current = open.find(({ value }) => value === preference.value) ?? open[0];
  const change = (next: Preference) => {
    save(next)
      .unwrap()
      .catch(() => toast.error(TEXT.preferenceFailed));
  };
  /** Until both are known, `current` may change to another model. */
  const isLoading = isLoadingModels || isLoadingPreference;
  return { models: chat, current, preference, change, isError, isLoading, refetch };
}
