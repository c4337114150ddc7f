// The only copy of the router: shell and remotes import it from here, and only the exports named here are bundled.
export {
  UNSAFE_LocationContext as LocationContext,
  BrowserRouter,
  Link,
  MemoryRouter,
  Navigate,
  NavLink,
  Route,
  parsePath,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
  type LinkProps,
  type Location as RouterLocation,
  type NavigateFunction,
  type To,
} from 'react-router';
export { useChangeQuery } from './use-change-query';
