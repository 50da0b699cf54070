import "server-only";
import { hasPermission, type Holder } from "../platform/auth/permissions";
import { AppError } from "../platform/error";
import { createSessionClient } from "../platform/supabase/session";

type CountKey = "routes" | "drafts" | "states" | "cities" | "views7" | "views30" | "accounts";

const DAY_MS = 86_400_000;

/** The figures of the dashboard that this account may know, read under its own policies. */
export async function countDashboard(account: Holder): Promise<{ key: CountKey; count: number }[]> {
  const client = await createSessionClient();
  const exact = { count: "exact", head: true } as const;
  const since = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const regions = () => client.from("regions").select("id", exact).is("deleted_at", null);
  const views = (days: number) => client.from("page_views").select("id", exact).gte("created_at", since(days));
  const asked: [CountKey, PromiseLike<{ count: number | null; error: { message: string } | null }>][] = [
    ["routes", regions().eq("status", "published")],
    ["drafts", regions().eq("status", "draft")],
    ["cities", client.from("cities").select("ibge_code", exact)],
  ];
  if (hasPermission(account, "analytics")) asked.push(["views7", views(7)], ["views30", views(30)]);
  if (hasPermission(account, "users")) asked.push(["accounts", client.from("profiles").select("id", exact)]);
  return Promise.all(
    asked.map(async ([key, query]) => {
      const { count, error } = await query;
      if (error) throw new AppError("service.unavailable", { detail: error.message });
      return { key, count: count ?? 0 };
    }),
  );
}
