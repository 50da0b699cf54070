import "server-only";
import { anyTable } from "../../platform/supabase/any-table";
import { createPublicClient } from "../../platform/supabase/public";
import { createSessionClient } from "../../platform/supabase/session";
import type { Row } from "./queries";
import type { Resource } from "./resource";
import { asText } from "./rules";

/** The title of a row; null when it does not exist or the caller may not see it. */
export async function titleOfRow({ table, idColumn, titleColumn }: Resource, id: string): Promise<string | null> {
  const { data } = await anyTable(await createSessionClient(), table)
    .select(titleColumn)
    .eq(idColumn, id)
    .maybeSingle();
  return asText((data as Row | null)?.[titleColumn]) || null;
}

/** Who sees a saved row: visitors of the site, only the team, or (`internal`) a row of a table that no page shows. */
export type Visibility = "shown" | "hidden" | "internal";

/** Asks the database as a visitor, so that the policies of the table decide. */
export async function visibilityOf(resource: Resource, id: string): Promise<Visibility> {
  if (resource.tags.length === 0) return "internal";
  const { data } = await anyTable(createPublicClient(null), resource.table)
    .select(resource.idColumn)
    .eq(resource.idColumn, id)
    .maybeSingle();
  return data ? "shown" : "hidden";
}
