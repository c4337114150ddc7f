import { toast } from '@zo/web/ui';
import { MESSAGES } from '../messages';

/** Runs a part of the app that is loaded with its first use, and says so when it cannot be loaded. */
export const lazily = <Module>(load: () => Promise<Module>, run: (module: Module) => void): void =>
  void load().then(run, () => toast.error(MESSAGES.notLoaded));
