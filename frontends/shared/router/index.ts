// The only copy of the router: shell and remotes import it from here, and only the exports named here are bundled.
export {
  BrowserRouter,
  Link,
  MemoryRouter,
  Navigate,
  NavLink,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
  type LinkProps,
  type NavigateFunction,
  type To,
} from 'react-router';
