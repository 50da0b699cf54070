import { matchRoute, ROUTES } from "./paths";

/** Redirect target of a permanently removed page: the middleware returns 410 for it; our server returns 410 at the old URL itself. */
export const GONE_PATH = "/pagina-removida";

/** Static page that the middleware returns while the session cannot be loaded, and our server while it has too much work. */
export const UNAVAILABLE_PATH = "/indisponivel";

/** Static 404 page for a path: the blog's shows the newest posts, the magazine's shows the issues. */
export function missingPage(path: string): string {
  const own = matchRoute(path)?.route.missing ?? ROUTES.find(({ missing }) => missing === path)?.missing;
  if (own) return own;
  if (/^\/revista-digital\/[^/]+$/.test(path)) return "/revista-digital/nao-encontrada";
  return /^(?:\/[a-z]{2}|\/nao-encontrado)?\/blog(?:\/|$)/.test(path) ? "/nao-encontrado/blog" : "/nao-encontrado";
}
