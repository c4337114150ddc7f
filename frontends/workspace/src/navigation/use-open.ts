import { useCallback } from 'react';
import { useLocation, useNavigate } from '@zo/web/router';
import { chatQuery, fileHref, type Location } from '@zo/web/paths';

/** Opens a file or folder and keeps the chat beside it. */
export function useOpen(): (location: Location) => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return useCallback((location) => navigate(fileHref(location) + chatQuery(search)), [navigate, search]);
}

/** Address of an entry that keeps the chat. */
export function useHref(): (location: Location) => string {
  const { search } = useLocation();
  return useCallback((location) => fileHref(location) + chatQuery(search), [search]);
}
