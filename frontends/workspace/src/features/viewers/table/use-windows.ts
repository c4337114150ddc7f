import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { isOnComputer, type ComputerLocation, type Location } from '@zo/web/paths';
import { store, type Problem } from '@zo/web/store';
import { tablesApi } from '../../../api/tables.endpoints';
import type { RowSource } from './rows';
import { Windows, type Ask, type TableAsked } from './windows';

const ask: Ask = (body, signal) => {
  const reading = store.dispatch(tablesApi.endpoints.rows.initiate(body, { track: false }));
  signal.addEventListener('abort', () => reading.abort(), { once: true });
  return reading.unwrap();
};

export interface Read {
  /** Undefined until the first rows are there. While other rows are read, the ones before stay. */
  source: RowSource | undefined;
  problem: Problem | undefined;
  isReading: boolean;
  retry: () => void;
}

/**
 * Two that show the same table must not end the queries of one another. Not randomUUID, which pages without TLS lack.
 */
const newViewer = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
const nothing = () => () => undefined;
const zero = () => 0;

/** Reads a table in windows. `revision` changes with the file; `asked`: null reads nothing. */
export function useWindows(
  location: Location,
  revision: string,
  asked: Omit<TableAsked, 'root' | 'path' | 'viewer'> | null,
): Read {
  const [viewer] = useState(newViewer);
  const [attempt, setAttempt] = useState(0);
  const [windows, setWindows] = useState<Windows>();
  const [shown, setShown] = useState<Windows>();
  const retry = useCallback(() => setAttempt((now) => now + 1), []);
  const key = asked && isOnComputer(location) && JSON.stringify([location.root, location.path, asked]);
  useEffect(() => {
    if (!key) return;
    const [root, path, rest] = JSON.parse(key) as [ComputerLocation['root'], string[], TableAsked];
    const made = new Windows(ask, { ...rest, root, path, viewer }, retry);
    made.show(0, 0);
    setWindows(made);
    return () => made.close();
  }, [key, viewer, revision, attempt, retry]);
  const version = useSyncExternalStore(windows?.subscribe ?? nothing, windows?.snapshot ?? zero);
  useEffect(() => {
    if (windows?.facts) setShown(windows);
  }, [windows, version]);
  const source = windows?.facts ? windows : shown;
  return {
    source: key && source?.facts ? (source as RowSource) : undefined,
    problem: key ? windows?.problem : undefined,
    isReading: Boolean(key) && !windows?.facts && !windows?.problem,
    retry,
  };
}
