import { describe, expect, it } from "vitest";
import type { Guard } from "../paths";
import { decideAccess } from "./access";
import { ADMIN_ROLES, ROLES, SELLER_ROLES, type Role } from "./permissions";
import { STAFF_ROLES } from "../supabase/database-constants/platform";

const signedIn: Guard = { login: "/login", roles: null };
const admins: Guard = { login: "/login", roles: ADMIN_ROLES };
const seller: Guard = { login: "/vendedor/login", roles: SELLER_ROLES };
const staff = (permission: Guard["permission"]): Guard => ({ login: "/admin/login", roles: STAFF_ROLES, permission });

const IN = "in";
const HOME = "/home access.denied";
const SALES = "/vendedor/dashboard access.denied";
const PANEL = "/admin access.permission";

/** One result per role, in the order user, vendedor, editor, admin, main_admin, superadministrador. */
const TABLE: [name: string, guard: Guard, answers: string[]][] = [
  ["a page for everybody signed in", signedIn, [IN, IN, IN, IN, IN, IN]],
  ["a page for administrators", admins, [HOME, SALES, HOME, IN, IN, IN]],
  ["the seller portal", seller, [HOME, IN, HOME, IN, IN, IN]],
  ["the admin dashboard", staff("dashboard"), [HOME, SALES, IN, IN, IN, IN]],
  ["an editor's page", staff("blog"), [HOME, SALES, IN, IN, IN, IN]],
  ["an administrator's page", staff("analytics"), [HOME, SALES, PANEL, IN, IN, IN]],
  ["a main administrator's page", staff("users"), [HOME, SALES, PANEL, PANEL, IN, IN]],
  ["a page listed for superadministrador", staff("permissions"), [HOME, SALES, PANEL, PANEL, IN, IN]],
  ["an unknown address below /admin", { login: "/admin/login", roles: STAFF_ROLES }, [HOME, SALES, IN, IN, IN, IN]],
];

function answer(guard: Guard, role: Role, permissions: string[] = []): string {
  const access = decideAccess(guard, { role, permissions }, "pt-BR", "/pagina");
  return access.allowed ? IN : `${access.redirectTo} ${access.flash}`;
}

describe("decideAccess", () => {
  it.each(TABLE)("grants access to %s only to the right roles", (_name, guard, answers) => {
    expect(ROLES.map((role) => answer(guard, role))).toEqual(answers);
  });

  it("grants a staff member access to a page with the permission in its list, and to no other account", () => {
    expect(answer(staff("users"), "editor", ["users"])).toBe(IN);
    expect(answer(staff("users"), "editor", ["blog"])).toBe(PANEL);
    expect(answer(staff("users"), "user", ["users"])).toBe(HOME);
    expect(answer(staff("users"), "vendedor", ["users"])).toBe(SALES);
  });

  it.each([
    [signedIn, "pt-BR", "/painel", "/login?next=%2Fpainel"],
    [signedIn, "es-419", "/painel", "/espanol/login?next=%2Fespanol%2Fpainel"],
    [seller, "en-US", "/vendedor/dashboard", "/english/vendedor/login?next=%2Fenglish%2Fvendedor%2Fdashboard"],
    [staff("blog"), "pt-BR", "/admin/blog", "/admin/login?next=%2Fadmin%2Fblog"],
    [
      staff("blog"),
      "en-US",
      "/admin/blog?q=opala&page=2",
      "/english/admin/login?next=%2Fenglish%2Fadmin%2Fblog%3Fq%3Dopala%26page%3D2",
    ],
  ] as const)(
    "redirects an anonymous visitor of $1 to the sign-in page of the area and keeps the return path",
    (guard, locale, path, redirectTo) => {
      expect(decideAccess(guard, null, locale, path)).toEqual({ allowed: false, redirectTo });
    },
  );

  it("keeps the visitor's language in a redirect", () => {
    expect(decideAccess(admins, { role: "user", permissions: [] }, "es-419", "/eventos/checkin-externo")).toMatchObject(
      { redirectTo: "/espanol/home" },
    );
    expect(decideAccess(staff("users"), { role: "editor", permissions: [] }, "en-US", "/admin/users")).toMatchObject({
      redirectTo: "/english/admin",
    });
  });
});
