import "server-only";
import { hasPermission, type Holder, type Permission } from "../platform/auth/permissions";
import { endingAds } from "../ads/queries";
import { anyTable } from "../platform/supabase/any-table";
import { createSessionClient } from "../platform/supabase/session";
import { RESOURCES } from "./registry";
import type { Resource } from "./resource";
import { asText, yearBefore } from "./rules";
import { countOrThrow, orThrow } from "../platform/supabase/or-throw";
import { daysFromNow } from "../platform/dates";

type Figure = { key: "routes" | "drafts" | "untranslated" | "oldChecks" | "oldPrices" | "cities" | "views7" | "views30" | "accounts" | "renewals"; count: number; path: string | null };



/** Dashboard counts that this account may see, each with a link to the list it counts; RLS applies. */
export async function countDashboard(account: Holder): Promise<Figure[]> {
  const client = await createSessionClient();
  const exact = { count: "exact", head: true } as const;
  const regions = () => client.from("regions").select("id", exact).is("deleted_at", null);
  const views = (days: number) => client.from("page_views").select("id", exact).gte("created_at", daysFromNow(-days));
  const old = yearBefore(new Date());
  type Asked = [key: Figure["key"], permission: Permission, path: string | null, query: () => PromiseLike<{ count: number | null; error: { message: string } | null }>];
  const asked: Asked[] = [
    ["routes", "state_content", "/admin/conteudo-estados/rotas?status=published", () => regions().eq("status", "published")],
    ["drafts", "state_content", "/admin/conteudo-estados/rotas?status=draft", () => regions().eq("status", "draft")],
    ["untranslated", "state_content", "/admin/conteudo-estados/rotas?missing=en", () => regions().is("translations->en->>name", null)],
    ["oldChecks", "services", "/admin/services?old=1", () => client.from("services").select("id", exact).is("deleted_at", null).lt("checked_on", old)],
    ["oldPrices", "tolls", "/admin/tolls?old=1", () => client.from("tolls").select("id", exact).is("deleted_at", null).lt("priced_on", old)],
    ["cities", "all_cities", "/admin/all-cities", () => client.from("cities").select("ibge_code", exact)],
    ["views7", "analytics", "/admin/analytics", () => views(7)],
    ["views30", "analytics", "/admin/analytics", () => views(30)],
    ["accounts", "users", "/admin/users", () => client.from("profiles").select("id", exact)],
    ["renewals", "ads", "/admin/ads?renovar=1", () => endingAds(client)],
  ];
  return Promise.all(
    asked.filter(([, permission]) => hasPermission(account, permission)).map(async ([key, , path, query]) => {
      const count = countOrThrow(await query());
      return { key, count: count ?? 0, path };
    }),
  );
}

export type Change = { resource: string; title: string; path: string; at: string };

const EACH = 4;
const SHOWN = 10;

/** The most recently changed records of every list this account may edit. */
export async function newestChanges(account: Holder): Promise<Change[]> {
  const client = await createSessionClient();
  const readable = RESOURCES.filter(({ permission, order }) => order === "updated_at" && hasPermission(account, permission));
  const found = await Promise.all(
    readable.map(async (resource: Resource) => {
      const data = orThrow(await anyTable(client, resource.table).select(`${resource.idColumn}, ${resource.titleColumn}, updated_at`).order("updated_at", { ascending: false }).limit(EACH));
      return (data as unknown as Record<string, unknown>[]).map((row) => ({
        resource: resource.key,
        title: asText(row[resource.titleColumn]),
        path: `/admin/${resource.path}/${encodeURIComponent(String(row[resource.idColumn]))}`,
        at: String(row.updated_at),
      }));
    }),
  );
  return found.flat().toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, SHOWN);
}
