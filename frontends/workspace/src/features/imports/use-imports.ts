import { useRef, useState } from 'react';
import { toProblem } from '@zo/web/store';
import { toast } from '@zo/web/ui';
import { IMPORT } from './messages';
import type { Item } from './items';

export interface Imported {
  readonly filename: string;
  readonly report?: string | null;
}

/** A request that is under way. */
export interface Running {
  abort: () => void;
  unwrap: () => Promise<Imported>;
}

const AT_ONCE = 2;
const MAX_NAMED = 3;

export interface Progress {
  readonly done: number;
  readonly all: number;
}

const reasonOf = (error: unknown): string => {
  const { detail, isGeneric } = toProblem(error);
  return isGeneric || !detail ? IMPORT.unknown : detail;
};

function announce(imported: readonly Imported[]): void {
  const reports = imported.flatMap(({ report }) => report ?? []);
  const description = reports.length > 0 ? IMPORT.reports(reports.slice(0, MAX_NAMED)) : undefined;
  const [first] = imported;
  if (!first) return;
  if (imported.length > MAX_NAMED)
    return void toast.success(IMPORT.alsoImported(first.filename, imported.length - 1), { description });
  for (const { filename, report } of imported)
    toast.success(IMPORT.imported(filename), { description: report ? IMPORT.reports([report]) : undefined });
}

/** Imports items, a few at once. What failed is said, and stays selected. */
export function useImports(begin: (item: Item) => Running) {
  const [progress, setProgress] = useState<Progress>();
  const [failures, setFailures] = useState<readonly string[]>([]);
  const running = useRef(new Set<Running>());
  const isStopped = useRef(false);

  /** Resolves to the items that were not imported. */
  const run = async (items: readonly Item[]): Promise<Item[]> => {
    const queue = [...items];
    const left: Item[] = [];
    const imported: Imported[] = [];
    const failed: string[] = [];
    isStopped.current = false;
    setFailures([]);
    setProgress({ done: 0, all: items.length });
    const work = async () => {
      for (let item = queue.shift(); item; item = queue.shift()) {
        if (isStopped.current) {
          left.push(item);
          continue;
        }
        const request = begin(item);
        running.current.add(request);
        try {
          imported.push(await request.unwrap());
        } catch (error) {
          left.push(item);
          // The next ones would say the same.
          if (toProblem(error).code === 'imports.disk_full') left.push(...queue.splice(0));
          if (!isStopped.current) failed.push(IMPORT.itemFailed(item.name, reasonOf(error)));
        }
        running.current.delete(request);
        setProgress({ done: imported.length + failed.length, all: items.length });
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    } catch (error) {
      failed.push(IMPORT.failed(reasonOf(error)));
    }
    announce(imported);
    setFailures(failed);
    setProgress(undefined);
    return left;
  };

  const stop = () => {
    isStopped.current = true;
    for (const request of running.current) request.abort();
  };
  return { run, stop, progress, failures };
}
