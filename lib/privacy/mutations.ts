import "server-only";
import { AppError } from "../platform/error";
import { createSessionClient } from "../platform/supabase/session";
import type { AcknowledgedDocument } from "./rules";

/** Asks for the own account to be erased; answers when. */
export async function requestErasure(): Promise<string> {
  const { data, error } = await (await createSessionClient()).rpc("request_account_erasure");
  if (error?.code === "55000") throw new AppError("erasure.last");
  if (error) throw new AppError(error.code === "42501" ? "auth.required" : "service.unavailable", { detail: error.message });
  return data;
}

/** Takes the own request back; false when there is none any more. */
export async function cancelErasure(): Promise<boolean> {
  const { data, error } = await (await createSessionClient()).rpc("cancel_account_erasure");
  if (error) throw new AppError("service.unavailable", { detail: error.message });
  return data;
}

export async function acknowledgeLegal(document: AcknowledgedDocument): Promise<void> {
  const { error } = await (await createSessionClient()).rpc("acknowledge_legal", { document });
  if (error) throw new AppError("service.unavailable", { detail: error.message });
}
