import "server-only";
import { AppError } from "../platform/error";
import type { createSessionClientOn } from "../platform/supabase/session";
import { regionTags } from "./rules";
import type { RegionChanges } from "./schema";

type Client = ReturnType<typeof createSessionClientOn>;

/** The slug is taken, a value violates a constraint, or is out of range or malformed for its column. */
const REFUSED_VALUES = new Set(["23505", "23514", "22003", "22P02"]);

/** Changes a route as the signed-in editor; returns the cache tags to invalidate, including those of its previous state. */
export async function updateRegion(client: Client, id: string, changes: RegionChanges): Promise<{ slug: string; tags: string[] }> {
  const before = await client.from("regions").select("state_abbr").eq("id", id).maybeSingle();
  if (before.error) throw new AppError("service.unavailable", { detail: before.error.message });
  const { data, error } = await client.from("regions").update(changes).eq("id", id).select("slug, state_abbr").maybeSingle();
  if (error) throw new AppError(REFUSED_VALUES.has(error.code) ? "input.invalid" : "service.unavailable", { detail: error.message });
  // Row-level security hides rows the account may not write, so nothing was changed.
  if (!data || !before.data) throw new AppError("access.permission");
  const tags = [before.data.state_abbr, data.state_abbr].flatMap(regionTags);
  return { slug: data.slug, tags: [...new Set([...tags, "redirects"])] };
}
