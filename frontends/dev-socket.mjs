// Part of the page in development: the dev server is told apart by its path, behind the address the page has.
export default function throughGateway(address) {
  const { pathname, search } = new URL(address);
  return `${window.location.origin.replace(/^http/, 'ws')}${pathname}${search}`;
}
