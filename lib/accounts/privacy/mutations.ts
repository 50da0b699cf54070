import "server-only";
import { AppError } from "../../platform/error";
import { createSessionClient } from "../../platform/supabase/session";
import type { AcknowledgedDocument } from "./rules";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import { savedOrGone } from "../../platform/outcome-schema";

/** Requests the erasure of the caller's account; returns the due date. */
export async function requestErasure(): Promise<string> {
  const { data, error } = await (await createSessionClient()).rpc("request_account_erasure");
  if (error?.code === "55000") throw new AppError("erasure.last");
  if (error) throw databaseError(error, { "42501": "auth.required", last_event_owner: "erasure.lastOwner" });
  return data;
}

/** Cancels the caller's erasure request; `gone` when there is none. */
export async function cancelErasure() {
  return savedOrGone.parse(orThrow(await (await createSessionClient()).rpc("cancel_account_erasure")));
}

export async function acknowledgeLegal(document: AcknowledgedDocument): Promise<void> {
  orThrow(await (await createSessionClient()).rpc("acknowledge_legal", { document }));
}
