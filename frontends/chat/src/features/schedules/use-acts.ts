import { toProblem } from '@zo/web/store';
import { toast } from '@zo/web/ui';
import {
  useDeleteScheduleMutation,
  useRunScheduleMutation,
  useSwitchScheduleMutation,
  type Schedule,
} from '../../api/schedules.endpoints';
import { TEXT } from './messages';

const failed = (error: unknown) => void toast.error(TEXT.notDone, { description: toProblem(error).detail });

/** What can be done with a schedule; a refusal is a toast. */
export function useActs() {
  const [turn] = useSwitchScheduleMutation();
  const [start] = useRunScheduleMutation();
  const [remove, { isLoading: isRemoving }] = useDeleteScheduleMutation();
  return {
    isRemoving,
    turn: ({ id, paused_at }: Schedule) =>
      void turn({ id, isOn: paused_at !== null })
        .unwrap()
        .catch(failed),
    run: ({ id }: Schedule) =>
      void start(id)
        .unwrap()
        .then(() => toast.success(TEXT.started), failed),
    remove: ({ id }: Schedule) => remove(id).unwrap().catch(failed),
  };
}
