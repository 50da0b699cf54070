import "server-only";
import { hasPermission, type Holder } from "../../platform/auth/permissions";
import { PANEL_PAGES, panelPath, type PanelKey } from "../../platform/panel-pages";
import { anyTable, asRows } from "../../platform/supabase/any-table";
import { createSessionClient } from "../../platform/supabase/session";
import { RESOURCES } from "./registry";
import type { Resource } from "./resource";
import { asText, yearBefore } from "./rules";
import { countOrThrow, orThrow } from "../../platform/supabase/or-throw";
import { daysFromNow } from "../../platform/dates";

type Figure = {
  key:
    | "routes"
    | "drafts"
    | "untranslated"
    | "oldChecks"
    | "oldPrices"
    | "cities"
    | "views7"
    | "views30"
    | "accounts"
    | "renewals";
  count: number;
  path: string | null;
};

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** A figure of the dashboard: its name, the list that it counts and the count. */
export type FigureQuery = [
  key: Figure["key"],
  page: PanelKey,
  search: string,
  query: (client: SessionClient) => PromiseLike<{ count: number | null; error: { message: string } | null }>,
];

/**
 * Dashboard counts that this account may see, each with a link to the list it counts; RLS applies. `others` are the
 * figures of domains above the panel.
 */
export async function countDashboard(account: Holder, others: readonly FigureQuery[]): Promise<Figure[]> {
  const client = await createSessionClient();
  const exact = { count: "exact", head: true } as const;
  const regions = () => client.from("regions").select("id", exact).is("deleted_at", null);
  const views = (days: number) => client.from("page_views").select("id", exact).gte("created_at", daysFromNow(-days));
  const old = yearBefore(new Date());
  const items: FigureQuery[] = [
    ["routes", "regions", "?status=published", () => regions().eq("status", "published")],
    ["drafts", "regions", "?status=draft", () => regions().eq("status", "draft")],
    ["untranslated", "regions", "?missing=en", () => regions().is("translations->en->>name", null)],
    [
      "oldChecks",
      "services",
      "?old=1",
      () => client.from("services").select("id", exact).is("deleted_at", null).lt("checked_on", old),
    ],
    [
      "oldPrices",
      "tolls",
      "?old=1",
      () => client.from("tolls").select("id", exact).is("deleted_at", null).lt("priced_on", old),
    ],
    ["cities", "cities", "", () => client.from("cities").select("ibge_code", exact)],
    ["views7", "analytics", "", () => views(7)],
    ["views30", "analytics", "", () => views(30)],
    ["accounts", "users", "", () => client.from("profiles").select("id", exact)],
    ...others,
  ];
  return Promise.all(
    items
      .filter(([, page]) => hasPermission(account, PANEL_PAGES[page].permission))
      .map(async ([key, page, search, query]) => {
        const count = countOrThrow(await query(client));
        return { key, count: count ?? 0, path: panelPath(page) + search };
      }),
  );
}

export type Change = { resource: string; title: string; path: string; at: string };

const EACH = 4;
const SHOWN = 10;

/** The most recently changed records of every list this account may edit. */
export async function newestChanges(account: Holder): Promise<Change[]> {
  const client = await createSessionClient();
  const readable = RESOURCES.filter(
    ({ permission, order }) => order === "updated_at" && hasPermission(account, permission),
  );
  const found = await Promise.all(
    readable.map(async (resource: Resource) => {
      const data = orThrow(
        await anyTable(client, resource.table)
          .select(`${resource.idColumn}, ${resource.titleColumn}, updated_at`)
          .order("updated_at", { ascending: false })
          .limit(EACH),
      );
      return asRows(data).map((row) => ({
        resource: resource.key,
        title: asText(row[resource.titleColumn]),
        path: panelPath(resource.key, String(row[resource.idColumn])),
        at: String(row.updated_at),
      }));
    }),
  );
  return found
    .flat()
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, SHOWN);
}
