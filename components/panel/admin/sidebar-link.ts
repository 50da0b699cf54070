import { panelPages } from "@/lib/platform/paths";

const isBelow = (path: string, page: string) => path === page || path.startsWith(`${page}/`);

/** The page of the sidebar that a page of the panel belongs to: the nearest one above it, or the one that links to it. */
export function sidebarPath(path: string): string | null {
  const [nearest] = panelPages
    .filter((page) => page.path !== "/admin" && isBelow(path, page.path))
    .toSorted((a, b) => b.path.length - a.path.length);
  if (!nearest) return path === "/admin" ? path : null;
  if (nearest.section) return nearest.path;
  if (nearest.parent) return nearest.parent === "/admin" ? nearest.parent : sidebarPath(nearest.parent);
  const above = nearest.path.slice(0, nearest.path.lastIndexOf("/"));
  return above === "/admin" ? null : sidebarPath(above);
}
