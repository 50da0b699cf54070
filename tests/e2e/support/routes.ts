import { STAFF_ROLES, hasPermission, type Role } from "../../../lib/platform/auth/permissions";
import { ROUTES, type Guard } from "../../../lib/platform/paths";

const ID = "00000000-0000-4000-8000-00000000abcd";

export type GuardedRoute = { path: string; guard: Guard; allowed: Role; refused: Role | null };

/** The lowest role a guard lets in. */
function lowestAllowed({ roles, permission }: Guard): Role {
  const wanted = (roles ?? ["user"]).find((role) => !permission || hasPermission({ role, permissions: [] }, permission));
  if (!wanted) throw new Error(`nobody may open a page behind ${permission}`);
  return wanted;
}

/** A role that is signed in and yet kept out: of the area, or, inside it, of this one page. */
function refusedRole({ roles, permission }: Guard): Role | null {
  if (!roles) return null;
  const lacksPermission = STAFF_ROLES.find((role) => roles.includes(role) && permission && !hasPermission({ role, permissions: [] }, permission));
  return lacksPermission ?? "user";
}

/** Every guarded route of the specification with an address to ask for. */
export const GUARDED_ROUTES: GuardedRoute[] = ROUTES.flatMap(({ pattern, guard }) => {
  if (!guard || pattern.endsWith("/:anything")) return [];
  const path = pattern.replace(":uf", "sc").replaceAll(/:\w+/g, ID);
  return [{ path, guard, allowed: lowestAllowed(guard), refused: refusedRole(guard) }];
});
