import "server-only";
import { AppError } from "../platform/error";
import type { Json } from "../platform/supabase/database.types";
import type { createServiceClient } from "../platform/supabase/service";
import type { Mail } from "./schema";

/** Enqueues a mail for the worker and returns its id. SQL functions call private.enqueue_mail in their own transaction. */
export async function enqueueMail(client: ReturnType<typeof createServiceClient>, { to, template, locale, data }: Mail): Promise<string> {
  const { data: id, error } = await client.rpc("enqueue_mail", { recipient: to, template, data: data as Json, locale });
  if (error) throw new AppError(error.message === "invalid_recipient" ? "input.invalid" : "service.unavailable", { detail: error.message });
  return id;
}
