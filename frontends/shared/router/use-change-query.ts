import { useCallback, useContext } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, useNavigate, type Location } from 'react-router';

/**
 * Returns a function that changes the query of the address in place. It starts from the address as it is at that
 * moment, while `useSearchParams` starts from the last one that was rendered and so undoes a change that came between.
 */
export function useChangeQuery(): (edit: (query: URLSearchParams) => void) => void {
  const navigate = useNavigate();
  // The history of both routers has it.
  const history = useContext(NavigationContext).navigator as unknown as { readonly location: Location };
  return useCallback(
    (edit) => {
      const { pathname, search, hash } = history.location;
      const query = new URLSearchParams(search);
      edit(query);
      void navigate({ pathname, search: String(query), hash }, { replace: true });
    },
    [history, navigate],
  );
}
