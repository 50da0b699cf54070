import { describe, expect, it } from "vitest";
import { ADMIN_NAVIGATION, linkedPages } from "@/components/admin/navigation";
import { RESOURCES, tabsOf } from "@/lib/admin/registry";
import { seesLink, STAFF_ROLES, type Holder, type Permission } from "@/lib/platform/auth/permissions";
import { guardOf } from "@/lib/platform/paths";
import { filesBelow } from "../support/source-files";
import { PENDING_ROUTES } from "./pending-routes";

/** Finished pages of the panel: those with a file of their own and the lists of declared records. */
const pages = [
  ...filesBelow("app/[locale]/admin/(panel)")
    .filter((file) => file.endsWith("/page.tsx") && !file.includes("[...record]"))
    .map((file) => `/admin${file.slice("app/[locale]/admin/(panel)".length).replace(/\/page\.tsx$/, "")}`),
  ...RESOURCES.map(({ path }) => `/admin/${path}`),
];
const finished = [...new Set(pages)].filter((page) => !PENDING_ROUTES.includes(page));

/** Every page an account comes to from the sidebar, then from the links and tabs of the pages it is on. */
function reached(account: Holder): Set<string> {
  const found = new Set<string>();
  const open = ADMIN_NAVIGATION.flatMap(({ links }) => links.filter(([, key]) => seesLink(account, key)).map(([path]) => path));
  for (let page = open.pop(); page; page = open.pop()) {
    if (found.has(page)) continue;
    found.add(page);
    const tabs = RESOURCES.filter(({ path }) => `/admin/${path}` === page || `/admin/${path}`.startsWith(`${page}/`)).flatMap(tabsOf);
    open.push(...linkedPages(account, page).map(([path]) => path), ...tabs.filter(({ permission }) => seesLink(account, permission)).map(({ path }) => `/admin/${path}`));
  }
  return found;
}

const permissionOf = (page: string) => guardOf(page)!.permission as Permission;
const unreachable = (account: Holder) => finished.filter((page) => seesLink(account, permissionOf(page)) && !reached(account).has(page));

describe("pages of the panel", () => {
  it("are found: the search itself works", () => {
    expect(finished).toEqual(expect.arrayContaining(["/admin", "/admin/acesso", "/admin/management", "/admin/website-content/perguntas"]));
  });

  it.each(STAFF_ROLES)("are all reached through links by a %s who may open them", (role) => {
    expect(unreachable({ role, permissions: [] })).toEqual([]);
  });

  it.each(finished.filter((page) => page !== "/admin").map((page) => [page]))("%s is reached by an editor who has been given its permission alone", (page) => {
    expect(unreachable({ role: "editor", permissions: [permissionOf(page)], rolePermissions: ["dashboard"] })).toEqual([]);
  });

  it("are not offered to who may not open them", () => {
    const editor = { role: "editor", permissions: [] } as const;
    expect([...reached(editor)].filter((page) => !seesLink(editor, permissionOf(page)))).toEqual([]);
  });
});
