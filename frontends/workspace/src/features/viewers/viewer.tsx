import { CircleAlert } from 'lucide-react';
import { toProblem, useOpenFileQuery } from '@zo/web/store';
import { nameOf, type FilePath } from '@zo/web/paths';
import { EmptyState } from '@zo/web/ui';

/** What is behind an address that is not known to be a folder. */
export function useOpenPlace(place: FilePath, skip: boolean) {
  const { currentData: file, error, refetch } = useOpenFileQuery(place, { skip });
  return { file, problem: error ? toProblem(error) : undefined, refetch };
}

/** FV-02: the file is not there. */
export function MissingFile({ place, detail }: { place: FilePath; detail: string }) {
  return <EmptyState tone="bad" icon={<CircleAlert />} title={detail}>{nameOf(place)} may have been moved, renamed or deleted.</EmptyState>;
}
