import { matchRoute, ROUTES } from "./paths";

/** Redirect target of a permanently removed page: the middleware returns 410 for it; our server returns 410 at the old URL itself. */
export const GONE_PATH = "/pagina-removida";

/** Static page that the middleware returns while the session cannot be loaded, and our server while it has too much work. */
export const UNAVAILABLE_PATH = "/indisponivel";

/** 404 page of the addresses that other sites show in a frame. */
export const FRAMED_MISSING_PATH = "/embed/nao-encontrado";

/** Whether other sites may show what a path without locale prefix answers in a frame. */
export const isFramed = (path: string): boolean =>
  path === FRAMED_MISSING_PATH || matchRoute(path)?.route.framed === true;

/** Static 404 page for a path: the blog's shows the newest posts, the magazine's shows the issues. */
export function missingPage(path: string): string {
  if (isFramed(path)) return FRAMED_MISSING_PATH;
  const own = matchRoute(path)?.route.missing ?? ROUTES.find(({ missing }) => missing === path)?.missing;
  if (own) return own;
  if (/^\/revista-digital\/[^/]+$/.test(path)) return "/revista-digital/nao-encontrada";
  return /^(?:\/[a-z]{2}|\/nao-encontrado)?\/blog(?:\/|$)/.test(path) ? "/nao-encontrado/blog" : "/nao-encontrado";
}
