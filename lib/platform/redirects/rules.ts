/** Target of a removed page: another path, or `gone` when permanently removed. */
export type Redirect = { to: string } | "gone";

/** Former paths are never longer than this. */
const MAX_PATH = 300;

/** Whether a path can be a former page; other paths need no database query. */
export function isFormerPath(path: string): boolean {
  return path.length <= MAX_PATH && /^(?:\/[\w.~%-]+)+$/.test(path);
}

/** Converts a row of `redirects`; a redirect to itself or to another site is ignored. */
export function redirectOf(path: string, row: { to_path: string | null } | null): Redirect | null {
  if (!row) return null;
  if (row.to_path === null) return "gone";
  return row.to_path !== path && /^\/(?![/\\])[^\\\s]*$/.test(row.to_path) ? { to: row.to_path } : null;
}
