import "server-only";
import { AppError } from "../platform/error";
import type { createServiceClient } from "../platform/supabase/service";
import type { pageViewRow } from "./rules";

type Row = NonNullable<ReturnType<typeof pageViewRow>>;

/** Stores one view; `userId` is null for anonymous visitors. */
export async function insertPageView(client: ReturnType<typeof createServiceClient>, row: Row, userId: string | null): Promise<void> {
  const { error } = await client.from("page_views").insert({ ...row, user_id: userId });
  if (error) throw new AppError("service.unavailable", { detail: error.message });
}
