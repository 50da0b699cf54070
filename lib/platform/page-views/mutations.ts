import "server-only";
import type { createServiceClient } from "../supabase/service";
import type { pageViewRow } from "./rules";
import { orThrow } from "../supabase/or-throw";

type Row = NonNullable<ReturnType<typeof pageViewRow>>;

/** Stores one view; `userId` is null for anonymous visitors. */
export async function insertPageView(
  client: ReturnType<typeof createServiceClient>,
  row: Row,
  userId: string | null,
): Promise<void> {
  orThrow(await client.from("page_views").insert({ ...row, user_id: userId }));
}
