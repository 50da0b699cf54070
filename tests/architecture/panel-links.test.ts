import { describe, expect, it } from "vitest";
import { ADMIN_NAVIGATION, linkedPages } from "@/components/panel/admin/navigation";
import { RESOURCES, tabsOf } from "@/lib/panel/admin/registry";
import { seesLink, type Holder, type Permission } from "@/lib/platform/auth/permissions";
import { guardOf } from "@/lib/platform/paths";
import { filesBelow } from "../support/source-files";
import { STAFF_ROLES } from "@/lib/platform/supabase/database-constants/platform";

/** Implemented pages of the panel: page files and the lists of declared resources. */
const pages = [
  ...filesBelow("app/[locale]/admin/(panel)")
    .filter((file) => file.endsWith("/page.tsx") && !file.includes("[...record]"))
    .map((file) => `/admin${file.slice("app/[locale]/admin/(panel)".length).replace(/\/page\.tsx$/, "")}`),
  ...RESOURCES.map(({ path }) => `/admin/${path}`),
];
// Pages below one record are linked from that record, not from the menu.
const finished = [...new Set(pages)].filter((page) => !page.includes("["));

/** Pages that an account can reach from the sidebar, following links and tabs. */
function reached(account: Holder): Set<string> {
  const found = new Set<string>();
  const open = ADMIN_NAVIGATION.flatMap(({ links }) =>
    links.filter(([, key]) => seesLink(account, key)).map(([path]) => path),
  );
  for (let page = open.pop(); page; page = open.pop()) {
    if (found.has(page)) continue;
    found.add(page);
    const tabs = RESOURCES.filter(
      ({ path }) => `/admin/${path}` === page || `/admin/${path}`.startsWith(`${page}/`),
    ).flatMap(tabsOf);
    open.push(
      ...linkedPages(account, page).map(([path]) => path),
      ...tabs.filter(({ permission }) => seesLink(account, permission)).map(({ path }) => `/admin/${path}`),
    );
  }
  return found;
}

const permissionOf = (page: string) => guardOf(page)!.permission as Permission;
const unreachable = (account: Holder) =>
  finished.filter((page) => seesLink(account, permissionOf(page)) && !reached(account).has(page));

describe("pages of the panel", () => {
  it("are found by the search", () => {
    expect(finished).toEqual(
      expect.arrayContaining(["/admin", "/admin/acesso", "/admin/management", "/admin/website-content/perguntas"]),
    );
  });

  it.each(STAFF_ROLES)("are all reachable through links by a %s with access", (role) => {
    expect(unreachable({ role, permissions: [] })).toEqual([]);
  });

  it.each(finished.filter((page) => page !== "/admin").map((page) => [page]))(
    "%s is reachable by an editor who has only its permission",
    (page) => {
      expect(
        unreachable({ role: "editor", permissions: [permissionOf(page)], rolePermissions: ["dashboard"] }),
      ).toEqual([]);
    },
  );

  it("are not linked for accounts without access", () => {
    const editor = { role: "editor", permissions: [] } as const;
    expect([...reached(editor)].filter((page) => !seesLink(editor, permissionOf(page)))).toEqual([]);
  });
});
