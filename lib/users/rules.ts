import { ROLES, hasRank, type Role } from "../platform/auth/permissions";

export const USER_STATUS = ["blocked", "unverified", "extra"] as const;
export const USERS_PER_PAGE = 25;

export type UserQuery = { q: string; role: string; status: string; page: number };

type Params = Record<string, string | string[] | undefined>;

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? "";

/** The list of accounts an address asks for; what it does not know is ignored. */
export function readUserQuery(params: Params): UserQuery {
  const page = Number(one(params.page));
  return {
    q: one(params.q).trim().slice(0, 100),
    role: ROLES.find((role) => role === one(params.role)) ?? "",
    status: USER_STATUS.find((status) => status === one(params.status)) ?? "",
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
  };
}

/** The address of a list of accounts; `changes` replace, what is empty is left out. */
export function userAddress(query: UserQuery, changes: Record<string, string | number> = {}): string {
  const values = { q: query.q, role: query.role, status: query.status, page: query.page === 1 ? "" : query.page, ...changes };
  const search = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "").map(([name, value]) => [name, String(value)]));
  return `/admin/users${search.size > 0 ? `?${search}` : ""}`;
}

/** Roles an account may give: those below its own. */
export function rolesBelow(role: Role): Role[] {
  return ROLES.filter((other) => other !== role && hasRank(role, other));
}
