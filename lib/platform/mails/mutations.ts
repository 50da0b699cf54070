import "server-only";
import type { Json } from "../supabase/database.types";
import type { createServiceClient } from "../supabase/service";
import type { Mail } from "./schema";
import { orThrow } from "../supabase/or-throw";

/** Enqueues a mail for the worker and returns its id. SQL functions call private.enqueue_mail in their own transaction. */
export async function enqueueMail(
  client: ReturnType<typeof createServiceClient>,
  { to, template, locale, data }: Mail,
): Promise<string> {
  const id = orThrow(await client.rpc("enqueue_mail", { recipient: to, template, data: data as Json, locale }), {
    invalid_recipient: "input.invalid",
  });
  return id;
}
