import type { Role } from "../../../lib/platform/auth/permissions";
import { AREAS, REDIRECTS } from "../../architecture/specification-routes";

const ID = "00000000-0000-4000-8000-00000000abcd";

export type GuardedRoute = {
  path: string;
  login: string;
  /** The lowest role that may open the page. */
  allowed: Role;
  /** What the allowed roles get: 404 for a page about one row, because the row of the example address does not exist. */
  opens: "200" | "404";
  /** Redirect target and notice code for each role that may not enter. */
  refusals: Partial<Record<Role, { landing: string; flash: string }>>;
};

function refusalsOf({ area, enter }: (typeof AREAS)[number]): GuardedRoute["refusals"] {
  const refusals: GuardedRoute["refusals"] = {};
  for (const role of ["user", "vendedor", "editor", "admin"] as const) {
    const home = role === "vendedor" ? "/vendedor/dashboard" : "/home";
    if (!area.includes(role)) refusals[role] = { landing: home, flash: "access.denied" };
    else if (enter && !enter.includes(role)) refusals[role] = { landing: "/admin", flash: "access.permission" };
  }
  return refusals;
}

/** All guarded routes of the specification, with an example address. */
export const GUARDED_ROUTES: readonly GuardedRoute[] = AREAS.flatMap((area) => {
  const { login, enter, routes } = area;
  if (!login) return [];
  const pages = routes.filter((pattern) => !REDIRECTS.includes(pattern));
  const common = { login, allowed: enter?.[0] ?? "superadministrador", refusals: refusalsOf(area) } as const;
  return pages.map((pattern) => ({
    ...common,
    path: pattern.replace(":uf", "sc").replaceAll(/:\w+/g, ID),
    opens: /:(?!uf\b)\w/.test(pattern) ? "404" : "200",
  }));
});
